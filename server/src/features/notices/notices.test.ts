import { endpoints } from '@mercury/contract/api/index.ts';
import type { KeptNews } from '@mercury/contract/api/notices.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { runJob } from '../../test/money.ts';
import { makePerson, signedIn, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const news: KeptNews = {
  kind: 'price_alert',
  currency: 'BTC',
  direction: 'below',
  line: '60000.00',
  price: '59999.50',
};

async function write(whom = person, age = '0 days', said = news): Promise<string> {
  const id = uuidv7();
  await testApp.db.pool.query(
    'insert into notice (id, user_id, news, created_at) values ($1, $2, $3, clock_timestamp() - $4::interval)',
    [id, whom.user.id, JSON.stringify(said), age],
  );
  return id;
}

async function list(whom = person) {
  const reply = await testApp.call('GET', '/notices', { token: whom.token });
  return succeeded(endpoints.listNotices, reply);
}

/** Reads up to a notice of the list, and says how many are unread then. */
async function read(id: string, whom = person): Promise<number> {
  const notice = (await list(whom)).notices.find((one) => one.id === id);
  const body = { upTo: notice?.createdAt };
  succeeded(endpoints.readNotices, await testApp.call('POST', '/notices/read', { token: whom.token, body }));
  return (await list(whom)).unreadCount;
}

describe('GET /notices', () => {
  test('says what happened: what its kind knows, and nothing else', async () => {
    const alertId = await write(person, '1 second');
    const paused: KeptNews = {
      kind: 'recurring_buy_paused',
      currency: 'BTC',
      amount: '50.00',
      amountCurrency: 'USD',
      reason: 'InsufficientBalance',
    };
    const pausedId = await write(person, '0 days', paused);
    expect(await list()).toEqual({
      success: true,
      unreadCount: 2,
      notices: [
        { id: pausedId, ...paused, isRead: false, createdAt: expect.any(String) },
        { id: alertId, ...news, isRead: false, createdAt: expect.any(String) },
      ],
    });
  });

  test(`lists the latest ${limits.noticesShownMax} of one’s own, and counts no more as unread`, async () => {
    await write(await makePerson(testApp));
    const ids: string[] = [];
    for (let age = limits.noticesShownMax; age >= 0; age -= 1)
      ids.push(await write(person, `${age} seconds`));
    const { notices, unreadCount } = await list();
    expect(notices.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    expect(unreadCount).toBe(limits.noticesShownMax);
    expect(await read(ids.at(-2) ?? '')).toBe(1);
  });
});

describe('POST /notices/read', () => {
  test('marks one and all before it, and leaves what came later', async () => {
    const [, second] = [await write(person, '3 s'), await write(person, '2 s'), await write(person, '1 s')];
    expect(await read(second)).toBe(1);
    expect((await list()).notices.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect(await read(second)).toBe(1);
  });

  test('never makes unread what was read, and reads nothing that is still to come', async () => {
    const [first, second] = [await write(person, '2 s'), await write(person, '1 s')];
    expect(await read(second)).toBe(0);
    expect(await read(first)).toBe(0);
    const body = { upTo: '2999-01-01T00:00:00.000Z' };
    await testApp.call('POST', '/notices/read', { token: person.token, body });
    await write(person, '-1 s');
    expect((await list()).unreadCount).toBe(1);
  });

  test('counts for the account: another browser shows them as read', async () => {
    const newest = await write();
    await read(newest);
    const { email, password } = person;
    const { token } = signedIn(await testApp.call('POST', '/auth/login', { body: { email, password } }));
    expect((await list({ ...person, token })).notices.find(({ id }) => id === newest)?.isRead).toBe(true);
  });

  test('marks nothing of anybody else', async () => {
    const other = await makePerson(testApp);
    await write(other);
    const newest = await write();
    expect(await read(newest)).toBe(0);
    expect((await list(other)).unreadCount).toBe(1);
  });
});

test('a notice is kept for 180 days, read or not', async () => {
  const [kept] = [await write(person, '179 days'), await write(person, '181 days')];
  await runJob(testApp, 'sweep', {});
  expect((await list()).notices.map(({ id }) => id)).toEqual([kept]);
});
