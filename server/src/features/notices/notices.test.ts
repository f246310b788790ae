import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

async function write(whom = person, age = '0 days'): Promise<string> {
  const id = uuidv7();
  await testApp.db.pool.query(
    `insert into notice (id, user_id, kind, asset, direction, line_scaled_usd, price_scaled_usd, created_at)
     values ($1, $2, 'price_alert', 'BTC', 'below', 60000 * 10::numeric ^ 12, 59999.5 * 10::numeric ^ 12,
             now() - $3::interval)`,
    [id, whom.user.id, age],
  );
  return id;
}

async function list(whom = person) {
  const reply = await testApp.call('GET', '/notices', { token: whom.token });
  return succeeded(endpoints.listNotices, reply);
}

async function read(upTo: string, whom = person): Promise<number> {
  const reply = await testApp.call('POST', '/notices/read', { token: whom.token, body: { upTo } });
  return succeeded(endpoints.readNotices, reply).unreadCount;
}

describe('GET /notices', () => {
  test('says what happened, and of what a kind knows nothing, null', async () => {
    const id = await write();
    expect(await list()).toEqual({
      success: true,
      unreadCount: 1,
      notices: [
        {
          id,
          kind: 'price_alert',
          currency: 'BTC',
          direction: 'below',
          line: '60000.00',
          price: '59999.50',
          amount: null,
          amountCurrency: null,
          reason: null,
          isRead: false,
          createdAt: expect.any(String),
        },
      ],
    });
  });

  test(`lists the latest ${limits.noticesShownMax} of one’s own, and counts no more as unread`, async () => {
    await write(await makePerson(testApp));
    const ids: string[] = [];
    for (let count = 0; count < limits.noticesShownMax + 1; count += 1) ids.push(await write());
    const { notices, unreadCount } = await list();
    expect(notices.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    expect(unreadCount).toBe(limits.noticesShownMax);
    expect(await read(ids.at(-2) ?? '')).toBe(1);
  });
});

describe('POST /notices/read', () => {
  test('marks one and all before it, and leaves what came later', async () => {
    const [, second] = [await write(), await write(), await write()];
    expect(await read(second)).toBe(1);
    expect((await list()).notices.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect(await read(second)).toBe(1);
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
