import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { outboxFolderOf } from '../../mail/transport.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';

const operatorEmail = 'operator@bank.example';
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ OPERATOR_EMAIL: operatorEmail });
});
beforeEach(() => testApp.db.pool.query('delete from contact_message'));
afterAll(() => testApp.close());

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A question',
  message: 'How long does a withdrawal take?\nI could not find it.',
};

function send(body: object, headers: Readonly<Record<string, string>> = {}): Promise<TestReply> {
  return testApp.call('POST', '/contact', { body, headers });
}

async function kept() {
  const { rows } = await testApp.db.pool.query(
    'select name, email, subject, message, locale, read_at from contact_message order by id',
  );
  return rows;
}

describe('a message to the operator', () => {
  it('is kept unread, in the language of its writer, who is thanked in it', async () => {
    const reply = await send(message, { 'accept-language': 'ru' });
    expect(succeeded(endpoints.sendContactMessage, reply).message).toBe(
      'Спасибо! Ваше сообщение отправлено.',
    );
    expect(await kept()).toEqual([{ ...message, locale: 'ru', read_at: null }]);
  });

  it('is mailed to the operator, whose answer goes to its writer, and is then no mail of ours any more', async () => {
    await send({ ...message, subject: 'Mailed to you' });
    const mail = (await testApp.mailsTo(operatorEmail)).find(({ subject }) => subject.includes('Mailed'));
    expect(mail?.subject).toBe('Message to Mercury: Mailed to you');
    expect(mail?.text).toContain('> How long does a withdrawal take?\n> I could not find it.\n');
    const file = join(outboxFolderOf(testApp.config), `${mail?.id}.eml`);
    const { replyTo, from } = await PostalMime.parse(await readFile(file));
    expect(replyTo).toEqual([{ name: '', address: message.email }]);
    expect(from?.address).toBe('no-reply@mercury.localhost');
    expect((await testApp.db.pool.query('select from outgoing_mail')).rowCount).toBe(0);
  });

  it('adds no header to that mail, whatever stands in it', async () => {
    const hostile = '"Ada", <all@example.com>; =?utf-8?Q?=0D=0ABcc:_all@example.com?=';
    succeeded(endpoints.sendContactMessage, await send({ ...message, name: hostile, subject: hostile }));
    const mail = (await testApp.mailsTo(operatorEmail)).find(({ text }) => text.includes('Bcc:_all'));
    const source = await readFile(join(outboxFolderOf(testApp.config), `${mail?.id}.eml`));
    const { headers, to, replyTo } = await PostalMime.parse(source);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect([to, replyTo].map((list) => list?.map(({ address }) => address))).toEqual([
      [operatorEmail],
      [message.email],
    ]);
  });

  it.each([
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters.'],
    [{ email: 'ada' }, 'email', 'Enter a valid email address.'],
    [{ email: 'ada@example.com\r\nBcc: all@example.com' }, 'email', 'Enter a valid email address.'],
    [{ subject: 'Why ' }, 'subject', 'Subject must be at least 5 characters.'],
    [
      { subject: 'A question\r\nBcc: all@example.com' },
      'subject',
      'This contains characters that can’t be displayed.',
    ],
    [{ message: `${' '.repeat(30)}Too short.` }, 'message', 'Message must be at least 20 characters.'],
    [{ message: 'x'.repeat(limits.contactMessageLengthMax + 1) }, 'message', 'This is too long.'],
    [
      { message: 'With an escape \u001b[2J in the midst of it' },
      'message',
      'This contains characters that can’t be displayed.',
    ],
  ])('is refused with %j, and nothing of it is kept', async (change, field, sentence) => {
    const { status, error, errors } = refused(await send({ ...message, ...change }));
    expect([status, error]).toEqual([400, 'ValidationFailed']);
    expect(errors).toEqual([{ field, message: sentence }]);
    expect(await kept()).toEqual([]);
  });

  it('may be as long as the contract says, in characters that take two units each in a browser', async () => {
    const smiles = (count: number) => '\u{1F600}'.repeat(count);
    const longest = {
      name: smiles(limits.nameLengthMax),
      subject: smiles(limits.contactSubjectLengthMax),
      message: smiles(limits.contactMessageLengthMax),
    };
    succeeded(endpoints.sendContactMessage, await send({ ...message, ...longest }));
    expect(await kept()).toHaveLength(1);
  });

  it('is kept without a mail once an hour has brought more than a mailbox should get', async () => {
    const before = (await testApp.mailsTo(operatorEmail)).length;
    await testApp.db.pool.query(
      `insert into contact_message (id, name, email, subject, message, locale)
       select gen_random_uuid(), 'Mallory', 'm@example.com', 'Flood', 'One of very many', 'en'
       from generate_series(1, $1)`,
      [securityParameters.contactMailsPerHourMax],
    );
    succeeded(endpoints.sendContactMessage, await send(message));
    expect(await kept()).toHaveLength(securityParameters.contactMailsPerHourMax + 1);
    expect(await testApp.mailsTo(operatorEmail)).toHaveLength(before);
  });

  it('is kept without a mail where no address is set to mail it to', async () => {
    const quiet = await createTestApp();
    try {
      const reply = await quiet.call('POST', '/contact', { body: message });
      expect(reply.status).toBe(200);
      expect((await quiet.db.pool.query('select from contact_message')).rowCount).toBe(1);
      expect((await quiet.db.pool.query('select from outgoing_mail')).rowCount).toBe(0);
    } finally {
      await quiet.close();
    }
  });
});

test.each([
  [`update contact_message set message = 'Never mind.'`, 'stays as it was written'],
  ['update contact_message set read_at = null', 'what was read stays read'],
  ['truncate contact_message cascade', 'stays as it was written'],
])('the database refuses %s', async (statement, reason) => {
  await send(message);
  await testApp.db.pool.query('update contact_message set read_at = now()');
  await expect(testApp.ownerDb.pool.query(statement)).rejects.toThrow(reason);
  await expect(testApp.db.pool.query(statement)).rejects.toThrow(
    /permission denied|what was read stays read/,
  );
});
