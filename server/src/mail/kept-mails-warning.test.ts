import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { keptMailsWarning } from './kept-mails-warning.ts';

const warningFor = (environment: Readonly<Record<string, string>>) =>
  keptMailsWarning(readConfig(environment), 'the-token');

test('a server that others can reach and that sends no mail says so, and who can read what is kept', () => {
  const warning = warningFor({
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://wallet.example',
    DATA_DIR: '/srv/mercury',
  });
  expect(warning).toMatch(/^WARNING: .*SMTP_URL is not set/);
  expect(warning).toContain('/srv/mercury/outbox');
  expect(warning).toContain('https://wallet.example/dev/mail?token=the-token');
});

test.each([{ HOST: '127.0.0.1' }, { HOST: '::1' }, { HOST: 'localhost' }, {}])(
  'one that only this machine can reach says nothing: %j',
  (environment) => {
    expect(warningFor(environment)).toBeUndefined();
  },
);

test('one that sends its mails says nothing', () => {
  expect(warningFor({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' })).toBeUndefined();
});
