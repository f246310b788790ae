import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { enqueueMail, type Addressee } from './enqueue-mail.ts';
import { renderMail } from './render-mail.ts';
import { sendMail } from './send-mail.ts';
import type { MailOf } from './templates.ts';
import { createMailTransport, type MailTransport } from './transport.ts';

let database: TestDatabase;
let mailServer: SmtpServer;
let dataDir: string;
let addressee: Addressee;
/** Processes that are still running. */
const running = new Set<FastifyInstance>();

beforeEach(async () => {
  database = await createTestDatabase();
  mailServer = await startSmtpServer();
  dataDir = await mkdtemp(join(tmpdir(), 'mercury-test-mail-'));
  addressee = await insertPerson();
});
afterEach(async () => {
  await Promise.all([...running].map(endProcess));
  await mailServer.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('is spoken to where SMTP_URL names one', async () => {
  const config = readConfig({ SMTP_URL: mailServer.url, MAIL_FROM: 'Bank <bank@example.com>' });
  await createMailTransport(config).deliver({
    ...renderMail(emailTaken('ada'), { locale: 'en', phrase: null }, config.publicUrl),
    id: 'some-id',
    recipient: 'ada@example.com',
    language: 'en',
    writtenAt: new Date(0),
  });
  expect(await mailServer.mails()).toMatchObject([
    {
      from: { address: 'bank@example.com' },
      to: [{ address: 'ada@example.com' }],
      messageId: '<some-id@localhost>',
      subject: 'You already have an account at Mercury',
    },
  ]);
});

test('is told where announcements are unsubscribed from, and of no other mail', async () => {
  const config = readConfig({ SMTP_URL: mailServer.url });
  const values = { username: 'ada', announcementId: uuidv7(), text: 'Hello', language: 'en' } as const;
  for (const mail of [{ template: 'announcement', values } as const, emailTaken('ada')]) {
    await createMailTransport(config).deliver({
      ...renderMail(mail, { locale: 'en', phrase: null }, config.publicUrl),
      id: mail.template,
      recipient: 'ada@example.com',
      language: 'en',
      writtenAt: new Date(0),
    });
  }
  const told = (await mailServer.mails()).map(({ headers }) =>
    headers.find(({ key }) => key === 'list-unsubscribe'),
  );
  expect(told.map((header) => header?.value)).toEqual([
    `<${new URL('/profile#preferences', config.publicUrl).href}>`,
    undefined,
  ]);
});

test('gets no header that what people wrote could add', async () => {
  await enqueue([emailTaken('ada\r\nBcc: all@example.com')]);
  await startProcess();
  await untilAllAreSent();
  const [mail] = await mailServer.mails();
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mailServer.recipients).toEqual(['<ada@example.com>']);
});

test("that can't be reached leaves the mail to be tried again", async () => {
  const [mailId = ''] = await enqueue([emailTaken('ada')]);
  const transport = createMailTransport(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }));
  await expect(send(mailId, transport)).rejects.toThrow('ECONNREFUSED');
  expect(await waitingMails()).toEqual([mailId]);
});

test('that refuses at first gets the mail with a later try, once', async () => {
  mailServer.refuseNext(2);
  const [mailId = ''] = await enqueue([emailTaken('ada')]);
  await startProcess();
  for (const refused of [1, 2]) {
    await vi.waitFor(() => expect(mailServer.refusedCount).toBe(refused), waiting);
    expect(await waitingMails()).toEqual([mailId]);
    await makeJobsDue();
  }
  await untilAllAreSent();
  expect(await mailServer.mails()).toMatchObject([{ messageId: `<${mailId}@localhost>` }]);
});

test('gets a mail that waited when the process died from the process that comes after it', async () => {
  mailServer.refuseNext(Number.POSITIVE_INFINITY);
  const before = await startProcess();
  const [mailId = ''] = await enqueue([emailTaken('ada')]);
  await vi.waitFor(() => expect(mailServer.refusedCount).toBeGreaterThan(0), waiting);
  await endProcess(before);
  expect(await waitingMails()).toEqual([mailId]);

  mailServer.refuseNext(0);
  await startProcess();
  await makeJobsDue();
  await untilAllAreSent();
  expect(await mailServer.mails()).toMatchObject([{ messageId: `<${mailId}@localhost>` }]);
});

test('gets each mail once from two processes', async () => {
  await Promise.all([startProcess(), startProcess()]);
  const mailIds = await enqueue(Array.from({ length: 60 }, (_, index) => emailTaken(`ada_${index}`)));
  await untilAllAreSent();
  const sentIds = (await mailServer.mails()).map(({ messageId }) => messageId ?? '');
  expect(sentIds.toSorted()).toEqual(mailIds.map((id) => `<${id}@localhost>`).toSorted());
});

test('gets a mail once, however often its job runs, and what the mail said is forgotten', async () => {
  await database.db.pool.query(`update app_user set phrase = 'Blue heron'`);
  const [mailId = ''] = await enqueue([verifyEmail('ABC234')]);
  const transport = createMailTransport(readConfig({ SMTP_URL: mailServer.url }));
  await send(mailId, transport);
  await send(mailId, transport);
  const mails = await mailServer.mails();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('Blue heron');
  const { rows } = await database.db.pool.query(
    'select template_values, phrase, sent_at is not null as is_sent from outgoing_mail',
  );
  expect(rows).toEqual([{ template_values: null, phrase: null, is_sent: true }]);
});

test('that was away gets no code after the one that replaced it', async () => {
  const [older = ''] = await enqueue([verifyEmail('ABC234')]);
  const [newer = ''] = await enqueue([verifyEmail('XYZ789')]);
  await age(older, 61);
  const transport = createMailTransport(readConfig({ SMTP_URL: mailServer.url }));
  await send(newer, transport);
  await send(older, transport);
  expect((await mailServer.mails()).map(({ text }) => text?.match(/^[A-Z0-9]{6}$/m)?.[0])).toEqual([
    'XYZ789',
  ]);
  expect(await waitingMails()).toEqual([]);
});

test('gets a held-up mail all the same where nothing replaced it', async () => {
  const other = await insertPerson('grace');
  const heldUp = [
    ...(await enqueue([verifyEmail('ABC234'), emailTaken('ada'), emailTaken('ada')])),
    ...(await enqueue([verifyEmail('XYZ789')], { ...other, email: addressee.email })),
  ];
  const [recent = '', ...newer] = await enqueue([resetPassword(), resetPassword()]);
  for (const mailId of heldUp) await age(mailId, 61);
  const transport = createMailTransport(readConfig({ SMTP_URL: mailServer.url }));
  for (const mailId of [...heldUp, recent, ...newer]) await send(mailId, transport);
  expect(await mailServer.mails()).toHaveLength(6);
});

const waiting = { timeout: 15_000, interval: 20 };

const emailTaken = (username: string): MailOf => ({ template: 'email-taken', values: { username } });
const verifyEmail = (code: string): MailOf => ({
  template: 'verify-email',
  values: { username: 'ada', code, token: 'token' },
});
const resetPassword = (): MailOf => ({
  template: 'reset-password',
  values: { username: 'ada', code: 'K7QM-9XPT-3HVD-WN4R', token: 'token' },
});

async function insertPerson(username = 'ada'): Promise<Addressee> {
  const userId = uuidv7();
  const email = `${username}@example.com`;
  await database.db.pool.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale)
     values ($1, $2, $3, $2, '$argon2id$', 'address_of_' || $2, 'en')`,
    [userId, username, email],
  );
  return { userId, email, locale: 'en' };
}

/** Writes the mails in one commit, and answers their ids. */
async function enqueue(mails: readonly MailOf[], to = addressee): Promise<string[]> {
  const before = await waitingMails();
  await inTransaction(database.db, async (trx) => {
    for (const mail of mails) await enqueueMail(trx, to, mail);
  });
  const { rows } = await database.db.pool.query<{ id: string }>(
    'select id from outgoing_mail order by id desc limit $1',
    [mails.length],
  );
  expect(rows).toHaveLength(mails.length);
  return rows
    .map(({ id }) => id)
    .filter((id) => !before.includes(id))
    .toReversed();
}

async function waitingMails(): Promise<string[]> {
  const { rows } = await database.db.pool.query<{ id: string }>(
    'select id from outgoing_mail where sent_at is null order by id',
  );
  return rows.map(({ id }) => id);
}

function untilAllAreSent(): Promise<void> {
  return vi.waitFor(async () => expect(await waitingMails()).toEqual([]), waiting);
}

async function age(mailId: string, seconds: number): Promise<void> {
  await database.db.pool.query(
    'update outgoing_mail set created_at = created_at - make_interval(secs => $2) where id = $1',
    [mailId, seconds],
  );
}

function send(mailId: string, transport: MailTransport): Promise<void> {
  return sendMail({ db: database.db, config: readConfig({}) }, transport, mailId);
}

async function startProcess(): Promise<FastifyInstance> {
  const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: mailServer.url });
  const { db, connectionString } = database;
  const app = await buildApp({ config, db, connectionString, log: pino({ level: 'silent' }) });
  running.add(app);
  await app.ready();
  return app;
}

async function endProcess(app: FastifyInstance): Promise<void> {
  running.delete(app);
  await app.close();
}

/** As if the queue's pause between two tries were over. */
async function makeJobsDue(): Promise<void> {
  await vi.waitFor(async () => {
    const { rowCount } = await database.db.pool.query(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts > 0',
    );
    expect(rowCount).toBe(1);
  }, waiting);
}

interface SmtpServer {
  readonly url: string;
  readonly refusedCount: number;
  /** Whom the mails that it took were for, as the envelopes said. */
  readonly recipients: readonly string[];
  /** Answers as many mails that it can't take them now. */
  refuseNext(count: number): void;
  /** What it took, in order. */
  mails(): Promise<Email[]>;
  close(): Promise<void>;
}

/** Speaks just enough SMTP (RFC 5321) to be handed mails. */
async function startSmtpServer(): Promise<SmtpServer> {
  const sources: string[] = [];
  const recipients: string[] = [];
  let toRefuse = 0;
  let refusedCount = 0;
  const takeMail = (source: string, recipient: string): string => {
    if (toRefuse > 0) {
      toRefuse -= 1;
      refusedCount += 1;
      return '451 not now';
    }
    sources.push(source);
    recipients.push(recipient);
    return '250 taken';
  };
  const server = createServer((socket) => speakSmtp(socket, takeMail));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    get refusedCount() {
      return refusedCount;
    },
    recipients,
    refuseNext(count) {
      toRefuse = count;
    },
    mails: () => Promise.all(sources.map((source) => PostalMime.parse(source))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

function speakSmtp(socket: Socket, takeMail: (source: string, recipient: string) => string): void {
  let unread = '';
  let recipient = '';
  let source: string[] | undefined;
  const answer = (line: string): string | undefined => {
    if (source !== undefined && line !== '.') {
      source.push(line);
      return undefined;
    }
    if (source !== undefined) {
      const whole = source.join('\r\n');
      source = undefined;
      return takeMail(whole, recipient);
    }
    if (line.startsWith('RCPT TO:')) recipient = line.slice('RCPT TO:'.length);
    if (line === 'DATA') {
      source = [];
      return '354 go on';
    }
    return line === 'QUIT' ? '221 bye' : '250 ok';
  };
  socket.write('220 ready\r\n');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (unread + chunk.toString()).split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      const reply = answer(line);
      if (reply !== undefined) socket.write(`${reply}\r\n`);
    }
  });
}
