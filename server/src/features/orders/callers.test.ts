import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callSigned, makeApiKey, type TestKey } from '../../test/api-keys.ts';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { openMarket, untilWaiting, withLock } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
});
afterAll(() => testApp.close());

const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };

const place = () => testApp.call('POST', '/orders', { token: ada.token, body });
const placeSigned = (key: TestKey) => callSigned(testApp, key, ['POST', '/orders'], { body });

async function quantities(): Promise<unknown[]> {
  const { rows } = await testApp.db.pool.query<{ quantity: bigint }>(
    'select quantity from book_order where user_id = $1',
    [ada.user.id],
  );
  return rows.map(({ quantity }) => quantity);
}

const endedSession = () => `delete from session where user_id = '${ada.user.id}'`;
const endedKeys = () => `delete from api_key where user_id = '${ada.user.id}'`;

/** The call waits for its market meanwhile. */
function endBeforeReading(call: () => Promise<TestReply>, ends: string): Promise<TestReply> {
  return withLock(testApp, `select book_take('MRCY-USD')`, async (client) => {
    const reply = call();
    await untilWaiting(testApp, 'book_read');
    await testApp.db.pool.query(ends);
    await client.query('commit');
    return reply;
  });
}

/** The call has read that all is well, and waits for what locks its person, as an end of all sessions does. */
function endBeforeWriting(call: () => Promise<TestReply>, ends: string): Promise<TestReply> {
  const lock = `select from app_user where id = '${ada.user.id}' for no key update`;
  return withLock(testApp, lock, async (client) => {
    const reply = call();
    await untilWaiting(testApp, 'book_commit');
    await client.query(ends);
    await client.query('commit');
    return reply;
  });
}

describe.each([
  ['waits for its market', endBeforeReading],
  ['is being written', endBeforeWriting],
])('while an order %s', (_when, endDuring) => {
  test('its session ends: it is not placed', async () => {
    const reply = await endDuring(place, endedSession());
    expect(refused(reply)).toMatchObject({ status: 401, error: 'Unauthenticated' });
    expect(await quantities()).toEqual([]);
  });

  test('its key ends: it is not placed', async () => {
    const key = await makeApiKey(testApp, ada, { scopes: ['trade'] });
    const reply = await endDuring(() => placeSigned(key), endedKeys());
    expect(refused(reply)).toMatchObject({ status: 401, error: 'Unauthenticated' });
    expect(await quantities()).toEqual([]);
  });

  test('the session of its change ends: it stays as it was', async () => {
    const { order } = succeeded(endpoints.placeOrder, await place());
    const amend = () =>
      testApp.call('PATCH', `/orders/${order.id}`, { token: ada.token, body: { quantity: '20' } });
    expect(refused(await endDuring(amend, endedSession())).error).toBe('Unauthenticated');
    expect(await quantities()).toEqual([1000n]);
  });

  test('the session of somebody else ends: it is placed', async () => {
    const grace = await makePerson(testApp);
    const reply = await endDuring(place, `delete from session where user_id = '${grace.user.id}'`);
    expect(reply.status).toBe(201);
  });
});

test('a key that trades places, changes and cancels, and one that reads only reads', async () => {
  const trader = await makeApiKey(testApp, ada, { scopes: ['trade'] });
  const reader = await makeApiKey(testApp, ada, { scopes: ['read'] });
  const { order } = succeeded(endpoints.placeOrder, await placeSigned(trader));
  const path = `/orders/${order.id}`;
  const changed = await callSigned(testApp, trader, ['PATCH', path], { body: { quantity: '5' } });
  expect(succeeded(endpoints.amendOrder, changed).order.quantity).toBe('5.00');
  const read = await callSigned(testApp, reader, ['GET', path]);
  expect(succeeded(endpoints.getOrder, read).order.id).toBe(order.id);
  expect(refused(await placeSigned(reader)).error).toBe('ScopeMissing');
  expect(refused(await callSigned(testApp, reader, ['DELETE', path])).error).toBe('ScopeMissing');
  expect((await callSigned(testApp, trader, ['DELETE', path])).status).toBe(200);
});

describe('an order without a name of its own', () => {
  test('whose signed call is sent once more is the same order', async () => {
    const key = await makeApiKey(testApp, ada, { scopes: ['trade'] });
    const send = (timestamp: number) => callSigned(testApp, key, ['POST', '/orders'], { body, timestamp });
    const now = Date.now();
    const orders = [];
    for (const timestamp of [now, now, now - 1]) {
      orders.push(succeeded(endpoints.placeOrder, await send(timestamp)).order.id);
    }
    expect(orders[1]).toBe(orders[0]);
    expect(orders[2]).not.toBe(orders[0]);
    expect(await quantities()).toHaveLength(2);
  });

  test.each(['6f1a1f6e-one-key', 'a+key?of#other~signs'])(
    'is named by the key of its call, %s',
    async (once) => {
      const headers = { 'idempotency-key': once };
      const key = await makeApiKey(testApp, ada, { scopes: ['trade'] });
      const [first, repeat] = [
        await callSigned(testApp, key, ['POST', '/orders'], { body, headers, timestamp: Date.now() - 1 }),
        await callSigned(testApp, key, ['POST', '/orders'], { body, headers }),
      ].map((reply) => succeeded(endpoints.placeOrder, reply).order.id);
      expect(repeat).toBe(first);
      const other = { ...body, quantity: '11' };
      const reused = await testApp.call('POST', '/orders', { token: ada.token, body: other, headers });
      expect(refused(reused).error).toBe('IdempotencyKeyReused');
      expect(await quantities()).toEqual([1000n]);
    },
  );

  test('and without a key is another one each time where a person places it', async () => {
    await place();
    await place();
    expect(await quantities()).toHaveLength(2);
  });
});
