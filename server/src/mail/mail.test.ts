import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { locales, localeTraits } from '@mercury/contract/locales.ts';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { inTransaction } from '../db/database.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { codeIn, linkIn, registerPerson } from '../test/person.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { renderMail } from './render-mail.ts';
import { sendMail } from './send-mail.ts';
import type { MailOf } from './templates.ts';
import { createMailTransport, outboxFolderOf } from './transport.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const publicUrl = new URL('https://wallet.example');
const token = 'T0-ken_'.repeat(6);
const mails: MailOf[] = [
  { template: 'verify-email', values: { username: 'ada', code: 'ABC234', token } },
  { template: 'email-taken', values: { username: 'ada' } },
];

describe.each(mails)('the mail $template', (mail) => {
  test.each(locales)('is whole in %s: every placeholder filled, direction and language said', (locale) => {
    const { subject, text, html } = renderMail(mail, locale, publicUrl);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|undefined/);
    expect(text).toContain('ada');
    expect(html).toContain(`<html lang="${locale}" dir="${localeTraits[locale].direction}">`);
    expect(html).not.toMatch(/<script|<img|<link|javascript:|src=/i);
  });
});

test('has the code alone on a line and the link alone on a line, and both in the page', () => {
  for (const locale of locales) {
    const { text, html } = renderMail(
      { template: 'verify-email', values: { username: 'ada', code: 'ABC234', token } },
      locale,
      publicUrl,
    );
    const link = `https://wallet.example/verify-email?token=${token}`;
    expect(text.split('\n')).toEqual(expect.arrayContaining(['ABC234', link]));
    expect(html).toContain(`<a href="${link}"`);
    expect(html).toContain('>ABC234</p>');
  }
});

test('makes what people wrote harmless in the page', () => {
  const { html } = renderMail(
    { template: 'email-taken', values: { username: '<b onclick="x">&' } },
    'en',
    publicUrl,
  );
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&amp;');
});

describe('the outbox', () => {
  test('keeps each mail as one whole file for the owner alone, which a mail program can read', async () => {
    const { email } = await registerPerson(testApp);
    const [kept] = await testApp.mailsTo(email);
    const folder = outboxFolderOf(testApp.config);
    const names = await readdir(folder);
    expect(names.filter((name) => !name.endsWith('.eml'))).toEqual([]);
    const path = join(folder, `${kept?.id}.eml`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(await readFile(path));
    expect(mail).toMatchObject({
      from: { name: 'Mercury', address: 'no-reply@mercury.localhost' },
      to: [{ address: email }],
      subject: 'Verify your email for Mercury',
      messageId: `<${kept?.id}@localhost>`,
    });
    expect(mail.html).toContain(codeIn(kept));
    expect(mail.text?.split(/\r?\n/)).toEqual(expect.arrayContaining([codeIn(kept), linkIn(kept).href]));
  });

  test('does not get a mail whose transaction was rolled back', async () => {
    const { rows } = await testApp.db.pool.query('select id from app_user limit 1');
    const addressee = { userId: rows[0].id, email: 'rolled-back@example.com', locale: 'en' } as const;
    const work = inTransaction(testApp.db, async (trx) => {
      await enqueueMail(trx, addressee, { template: 'email-taken', values: { username: 'ada' } });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await testApp.mailsTo('rolled-back@example.com')).toEqual([]);
    const jobs = await testApp.db.pool.query('select count(*)::integer as count from graphile_worker.jobs');
    expect(jobs.rows).toEqual([{ count: 0 }]);
  });

  test('has a mail once, however often its job runs', async () => {
    const { email } = await registerPerson(testApp);
    const [kept] = await testApp.mailsTo(email);
    const transport = { deliver: () => Promise.reject(new Error('delivered again')) };
    await expect(sendMail(testApp, transport, kept?.id ?? '')).resolves.toBeUndefined();
    expect(await testApp.mailsTo(email)).toHaveLength(1);
  });
});

describe('a mail server', () => {
  test('is spoken to where SMTP_URL names one', async () => {
    const received: string[] = [];
    const server = await startSmtpServer(received);
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Bank <bank@example.com>' });
    try {
      await createMailTransport(config).deliver({
        ...renderMail({ template: 'email-taken', values: { username: 'ada' } }, 'en', publicUrl),
        id: 'some-id',
        recipient: 'ada@example.com',
        language: 'en',
        writtenAt: new Date(0),
      });
    } finally {
      server.close();
    }
    const mail = await PostalMime.parse(received.join('\r\n'));
    expect(mail).toMatchObject({ from: { address: 'bank@example.com' }, messageId: '<some-id@localhost>' });
    expect(mail.subject).toBe('You already have an account at Mercury');
  });

  test("that can't be reached leaves the mail to be tried again", async () => {
    const { email } = await registerPerson(testApp);
    const [kept] = await testApp.mailsTo(email);
    await testApp.db.pool.query(
      `update outgoing_mail set sent_at = null, template_values = '{"username": "ada"}', template = 'email-taken' where id = $1`,
      [kept?.id],
    );
    const transport = createMailTransport(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }));
    await expect(sendMail(testApp, transport, kept?.id ?? '')).rejects.toThrow('ECONNREFUSED');
    const { rows } = await testApp.db.pool.query('select sent_at from outgoing_mail where id = $1', [
      kept?.id,
    ]);
    expect(rows).toEqual([{ sent_at: null }]);
  });
});

/** Speaks just enough SMTP (RFC 5321) to be handed one mail. */
function startSmtpServer(received: string[]): Promise<Server> {
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isData && line !== '.') {
          received.push(line);
        } else if (isData) {
          isData = false;
          socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else {
          socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('/dev/mail', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    testApp.app.inject({ method: 'GET', url: path, headers });

  test('lists the mails newest first, as a page and as JSON', async () => {
    const first = await registerPerson(testApp);
    await testApp.mailsTo(first.email);
    const second = await registerPerson(testApp);
    await testApp.mailsTo(second.email);
    const page = await get('/dev/mail');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain(`to ${second.email}`);
    expect(page.body.indexOf(`to ${second.email}`)).toBeLessThan(page.body.indexOf(`to ${first.email}`));
    const list = (await get('/dev/mail', { accept: 'application/json' })).json();
    expect(list.mails.slice(0, 2)).toEqual([
      {
        id: expect.any(String),
        subject: 'Verify your email for Mercury',
        to: second.email,
        date: expect.any(String),
      },
      {
        id: expect.any(String),
        subject: 'Verify your email for Mercury',
        to: first.email,
        date: expect.any(String),
      },
    ]);
  });

  test('shows one mail with a link that can be clicked, under a policy that allows no script', async () => {
    const { email } = await registerPerson(testApp);
    const [mail] = await testApp.mailsTo(email);
    const page = await get(`/dev/mail/${mail?.id}`);
    expect(page.body).toContain(`<a href="${linkIn(mail).href}">`);
    expect(page.body).toContain(codeIn(mail));
    expect(page.body).not.toMatch(/<script|<style| style=| on\w+=/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const json = (await get(`/dev/mail/${mail?.id}`, { accept: 'application/json' })).json();
    expect(json).toEqual(mail);
    expect((await get('/dev/mail/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test.each(['019a0000-0000-7000-8000-000000000000', '..%2f..%2fsecret', 'a', 'style.css.eml'])(
    'has no mail %s',
    async (id) => {
      expect((await get(`/dev/mail/${id}`)).statusCode).toBe(404);
    },
  );

  const statusFor = async (host: string, path = '/dev/mail', from = testApp) =>
    (await from.app.inject({ method: 'GET', url: path, headers: { host } })).statusCode;

  test.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]', '[::1]:3000'])(
    'answers under the name %s',
    async (host) => {
      expect(await statusFor(host)).toBe(200);
    },
  );

  // A page of evil.example whose name is made to mean this machine would read every mail as its own.
  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example@localhost',
    '127.0.0.1.evil.example',
    '10.0.0.1:3000',
    '[::2]:3000',
    ':3000',
  ])('is not there under the name %j', async (host) => {
    const { email } = await registerPerson(testApp);
    const [mail] = await testApp.mailsTo(email);
    for (const path of ['/dev/mail', `/dev/mail/${mail?.id}`, '/dev/mail/style.css']) {
      expect(await statusFor(host, path)).toBe(404);
    }
  });

  test('takes no forwarded name for its own, and the public one for it', async () => {
    const elsewhere = await createTestApp({
      PUBLIC_URL: 'https://wallet.example:8443',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    try {
      expect(await statusFor('wallet.example', '/dev/mail', elsewhere)).toBe(200);
      const forwarded = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
      const reply = await elsewhere.app.inject({ method: 'GET', url: '/dev/mail', headers: forwarded });
      expect(reply.statusCode).toBe(404);
    } finally {
      await elsewhere.close();
    }
  });

  test('does not exist where mails are sent', async () => {
    const sending = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      expect((await sending.app.inject({ method: 'GET', url: '/dev/mail' })).statusCode).toBe(404);
    } finally {
      await sending.close();
    }
  });
});
