import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { createTestApp, type TestApp, outboxToken } from '../test/app.ts';
import { codeIn, linkIn, registerPerson } from '../test/person.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { sendMail } from './send-mail.ts';
import { outboxFolderOf } from './transport.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

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

  // A proxy that adds no header of its own (nginx's bare proxy_pass, ssh -R) asks from this machine, under any name.
  test.each([
    { PUBLIC_URL: 'https://wallet.example:8443' },
    { HOST: '0.0.0.0' },
    { TRUSTED_PROXIES: '127.0.0.1' },
  ])(
    'takes nobody for whoever sits here where others may come through this machine: %j',
    async (settings) => {
      const elsewhere = await createTestApp(settings);
      try {
        for (const host of ['localhost', '127.0.0.1:3000', 'wallet.example:8443']) {
          expect(await statusFor(host, '/dev/mail', elsewhere)).toBe(404);
        }
        const headers = { cookie: `outbox=${outboxToken}`, host: 'wallet.example:8443' };
        expect((await elsewhere.app.inject({ url: '/dev/mail', headers })).statusCode).toBe(200);
      } finally {
        await elsewhere.close();
      }
    },
  );

  test.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
  ])('takes nobody for whoever sits here who sends %s', async (name) => {
    const headers = { host: 'localhost', [name]: 'localhost' };
    expect((await testApp.app.inject({ url: '/dev/mail', headers })).statusCode).toBe(404);
  });

  test.each([
    ['from another machine', { remoteAddress: '10.0.0.5' }],
    ['from another machine, in IPv6’s clothes', { remoteAddress: '::ffff:10.0.0.5' }],
    ['by a proxy on this machine', { headers: { 'x-forwarded-for': '10.0.0.5' } }],
    ['by a proxy that says it in another way', { headers: { forwarded: 'for=10.0.0.5' } }],
    ['with a token that was made up', { remoteAddress: '10.0.0.5', url: '/dev/mail?token=made-up' }],
    ['with two tokens', { remoteAddress: '10.0.0.5', url: '/dev/mail?token=a&token=b' }],
    ['with an empty token', { remoteAddress: '10.0.0.5', url: '/dev/mail?token=' }],
    ['with a cookie that was made up', { remoteAddress: '10.0.0.5', headers: { cookie: 'outbox=made-up' } }],
  ])('is not there %s, whatever name is asked for', async (_how, request) => {
    for (const host of ['localhost', '127.0.0.1:3000']) {
      const headers = { ...('headers' in request && request.headers), host };
      const reply = await testApp.app.inject({ method: 'GET', url: '/dev/mail', ...request, headers });
      expect(reply.statusCode).toBe(404);
    }
  });

  test('is there for another machine that has the token, which leaves the address at once', async () => {
    const { email } = await registerPerson(testApp);
    const [mail] = await testApp.mailsTo(email);
    const remoteAddress = '10.0.0.5';
    const open = (path: string) => testApp.app.inject({ url: `${path}?token=${outboxToken}`, remoteAddress });
    const opened = await open('/dev/mail');
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/dev/mail']);
    expect(opened.headers['set-cookie']).toBe(
      `outbox=${outboxToken}; Path=/dev/mail; HttpOnly; SameSite=Lax`,
    );
    expect((await open(`/dev/mail/${mail?.id}`)).headers.location).toBe(`/dev/mail/${mail?.id}`);
    const headers = { host: 'wallet.example', cookie: `outbox=${outboxToken}` };
    const page = await testApp.app.inject({ url: `/dev/mail/${mail?.id}`, remoteAddress, headers });
    expect(page.statusCode).toBe(200);
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
