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

test.each([
  { PUBLIC_URL: 'https://wallet.example' },
  { HOST: '::1', PUBLIC_URL: 'https://wallet.example:8443' },
  { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://[::1]:3000' },
])('so does one behind a proxy on this machine: %j', (environment) => {
  expect(warningFor(environment)).toMatch(/^WARNING: .*SMTP_URL is not set/);
  expect(warningFor(environment)).toContain('/dev/mail?token=the-token');
});

test('names the path alone where its own address would lead others to their own machine', () => {
  const warning = warningFor({ HOST: '0.0.0.0' });
  expect(warning).toMatch(/: \/dev\/mail\?token=the-token$/);
  expect(warning).not.toContain('localhost');
});

test.each([
  { HOST: '127.0.0.1' },
  { HOST: '::1' },
  { HOST: 'localhost' },
  { PUBLIC_URL: 'http://[::1]:3000' },
  {},
])('one that only this machine can reach says nothing: %j', (environment) => {
  expect(warningFor(environment)).toBeUndefined();
});

test('one that sends its mails says nothing', () => {
  expect(warningFor({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' })).toBeUndefined();
});
