import * as messages from '@mercury/contract/console/messages.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let support: StaffPerson;
beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  support = await makeStaff(testApp, 'support');
});
beforeEach(() => testApp.db.pool.query('delete from contact_message'));
afterAll(() => testApp.close());

async function write(subject = 'A question', locale = 'fa'): Promise<string> {
  const id = uuidv7();
  await testApp.db.pool.query(
    `insert into contact_message (id, name, email, subject, message, locale)
     values ($1, 'Ada', 'ada@example.com', $2, $3, $4)`,
    [id, subject, 'How long does it take?\nI wait.', locale],
  );
  return id;
}

async function list(cursor?: string) {
  const path = `/messages${cursor === undefined ? '' : `?cursor=${cursor}`}` as const;
  return consoleSuccess(
    messages.listMessages,
    await callConsole(testApp, { ...messages.listMessages, path }, { token: support.token }),
  );
}

async function open(id: string, token = support.token): Promise<TestReply> {
  const path = `/messages/${id}/opening` as const;
  return callConsole(testApp, { ...messages.openMessage, path }, { token });
}

function answer(id: string, body: object, token = support.token): Promise<TestReply> {
  const path = `/messages/${id}/answers` as const;
  return callConsole(testApp, { ...messages.answerMessage, path }, { token, body });
}

describe('the messages', () => {
  it('are listed unread first, by pages, and one that is opened meanwhile does not move the place', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 60; count += 1) ids.push(await write(`Number ${count}`));
    await open(ids[59] ?? '');
    const first = await list();
    expect(first.messages).toHaveLength(50);
    expect(first.messages[0]).toMatchObject({ id: ids[58], readAt: null, answeredAt: null });
    await open(ids[58] ?? '');
    const second = await list(first.nextCursor ?? '');
    expect(second.nextCursor).toBeNull();
    expect(second.messages.map(({ id }) => id)).toEqual([...ids.slice(0, 9).toReversed(), ids[59], ids[58]]);
    const wrong = await callConsole(
      testApp,
      { ...messages.listMessages, path: '/messages?cursor=x' },
      { token: support.token },
    );
    expect(wrong.status).toBe(400);
  });
});

it('an unread message stands first, however old', async () => {
  const oldest = await write('The oldest');
  for (let count = 0; count < 55; count += 1) await write(`Number ${count}`);
  await testApp.db.pool.query('update contact_message set read_at = now() where id <> $1', [oldest]);
  const { messages: listed } = await list();
  expect(listed.map(({ subject }) => subject).slice(0, 2)).toEqual(['The oldest', 'Number 54']);
});

describe('a message', () => {
  it('is read once it is opened, which is written down', async () => {
    const id = await write();
    const { message } = consoleSuccess(messages.openMessage, await open(id));
    expect(message).toMatchObject({
      name: 'Ada',
      message: 'How long does it take?\nI wait.',
      locale: 'fa',
      answers: [],
    });
    expect((await list()).messages).toMatchObject([{ id, readAt: expect.any(String) }]);
    expect(await newestEntry(testApp)).toMatchObject({
      actor: support.email,
      action: 'message.read',
      subject_id: id,
    });
    expect((await open(uuidv7())).status).toBe(404);
  });

  it('is answered by mail in the frame of its language, with what was written', async () => {
    const id = await write('Where is it?', 'ru');
    const reply = await answer(id, { answer: 'It takes a day.\n\nSara', answersSeen: 0 });
    const { message } = consoleSuccess(messages.answerMessage, reply);
    expect(message.answers).toMatchObject([{ answer: 'It takes a day.\n\nSara', answeredBy: 'A support' }]);
    expect(message.readAt, 'nobody opened it before').not.toBeNull();
    const [mail] = await testApp.mailsTo('ada@example.com');
    expect(mail?.subject).toBe('Ответ: Where is it?');
    expect(mail?.text).toContain('Здравствуйте, Ada!');
    expect(mail?.text).toContain(
      'It takes a day.\n\nSara\n\nВаше сообщение:\n\n> How long does it take?\n> I wait.',
    );
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'message.answer',
      subject_id: id,
      after: { answer: 'It takes a day.\n\nSara' },
    });
    expect((await list()).messages).toMatchObject([{ id, answeredAt: expect.any(String) }]);
  });

  it('stays unread for whoever answers when somebody opens it who only looks', async () => {
    const [id, auditor] = [await write(), await makeStaff(testApp, 'auditor')];
    const opened = consoleSuccess(messages.openMessage, await open(id, auditor.token));
    expect(opened.message.readAt).toBeNull();
    const unread = async () => (await list()).messages.find((message) => message.id === id)?.readAt;
    expect(await unread()).toBeNull();
    await open(id);
    expect(await unread()).not.toBeNull();
  });

  it('is answered a second time only by somebody who has seen the first answer', async () => {
    const [id, other] = [await write(), await makeStaff(testApp, 'support')];
    expect((await answer(id, { answer: 'Mine', answersSeen: 0 })).status).toBe(200);
    const refused = await answer(id, { answer: 'Mine too', answersSeen: 0 }, other.token);
    expect([refused.status, refused.body.error]).toEqual([409, 'MessageAnswered']);
    expect((await answer(id, { answer: 'Besides', answersSeen: 1 }, other.token)).status).toBe(200);
    expect((await answer(uuidv7(), { answer: 'x', answersSeen: 0 })).status).toBe(404);
  });

  it('is answered by one of two who write at once', async () => {
    const [id, other] = [await write(), await makeStaff(testApp, 'support')];
    const client = await testApp.db.pool.connect();
    await client.query('begin');
    await client.query('select from contact_message where id = $1 for update', [id]);
    const replies = Promise.all(
      [support, other].map(({ token }) => answer(id, { answer: 'Mine', answersSeen: 0 }, token)),
    );
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => expect((await testApp.db.pool.query(waiting)).rowCount).toBe(2), 10_000);
    await client.query('rollback');
    client.release();
    expect((await replies).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each([{ answer: ' ', answersSeen: 0 }, { answer: 'x', answersSeen: -1 }, { answer: 'x' }])(
    'is not answered with %j',
    async (body) => {
      expect((await answer(await write(), body)).status).toBe(400);
    },
  );
});

test('an answer goes with its message, and stays as it was sent', async () => {
  const id = await write();
  await answer(id, { answer: 'Mine', answersSeen: 0 });
  await expect(testApp.ownerDb.pool.query(`update contact_answer set answer = 'Never mind'`)).rejects.toThrow(
    'stays as it was sent',
  );
  await testApp.db.pool.query('delete from contact_message');
  expect((await testApp.db.pool.query('select from contact_answer')).rowCount).toBe(0);
});
