import { endpoints } from '@mercury/contract/api/index.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { eventKinds } from '../../test/account-security.ts';
import {
  createSiblingApp,
  createTestApp,
  refused,
  succeeded,
  type TestApp,
  type TestReply,
} from '../../test/app.ts';
import { defineLevel, removeLevels } from '../../test/levels.ts';
import { openMarket, untilWaiting, withLock } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { acceptTestQuote, insertTestQuote } from '../../test/trades.ts';
import { createRealRail, withdrawWith } from '../../test/withdrawals.ts';

/** One MRCY costs 0.57 US dollars: a hundred are worth 57. */

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  // It pays nothing out by itself, so that what was withdrawn can be cancelled.
  const rail = createRealRail({
    isSandbox: true,
    canTopUp: true,
    openPayment: async ({ topUpId }) => ({ externalId: topUpId, paymentUrl: 'https://pay.example/1' }),
  });
  testApp = await createTestApp({}, { rail });
  await openMarket(testApp);
  await openMarket(testApp, 'MRCY-USDT');
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'MRCY', '1000');
  await giveMoney(testApp, person, 'USD', '1000');
});
afterEach(() => removeLevels(testApp));
afterAll(() => testApp.close());

const address = encodeAddress(new Uint8Array(20).fill(9));
const withdraw = (amount = '100') => withdrawWith(testApp, person, { currency: 'MRCY', amount, address });
const said = ({ status, body }: TestReply): string => (status < 300 ? 'done' : body.error);

async function limits() {
  const reply = await testApp.call('GET', '/users/limits', { token: person.token });
  return succeeded(endpoints.getLimits, reply);
}

async function buy(usd: string): Promise<TestReply> {
  const terms = { type: 'BUY', from: `${usd} USD`, to: '0.001 BTC' } as const;
  const quote = await insertTestQuote(testApp.db, person.user.id, terms);
  return acceptTestQuote(testApp, quote, { token: person.token });
}

/** As if all that was done so far had been done so long ago. */
async function pass(time: string): Promise<void> {
  await testApp.ownerDb.pool.query(
    'update wallet_transaction set created_at = created_at - $2::interval where user_id = $1',
    [person.user.id, time],
  );
}

it('a level is said in the reader’s language, and in English where it has no words in that', async () => {
  const id = await defineLevel(testApp, 'Basic', {});
  await testApp.ownerDb.pool.query('update level set name = $2, advice = $3 where id = $1', [
    id,
    { en: 'Basic', fa: 'پایه' },
    { en: 'Write to us', ru: 'Напишите нам' },
  ]);
  const saidIn = async (language: string) => {
    const headers = { 'accept-language': language };
    const reply = await testApp.call('GET', '/users/limits', { token: person.token, headers });
    return succeeded(endpoints.getLimits, reply).level;
  };
  expect(await saidIn('fa')).toMatchObject({ name: 'پایه', advice: 'Write to us' });
  expect(await saidIn('ru')).toMatchObject({ name: 'Basic', advice: 'Напишите нам' });
});

it('there are none by default, and no limits of them', async () => {
  expect(await limits()).toEqual({ success: true, level: null, limits: [] });
  expect(said(await withdraw('900'))).toBe('done');
});

describe('withdrawals', () => {
  it('go up to the limit exactly, and a cent of worth more is refused with what is left and when there is room', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '113.99' });
    const first = succeeded(endpoints.withdraw, await withdraw());
    const reply = refused(await withdraw());
    const roomAt = new Date(Date.parse(first.transaction.createdAt) + 24 * 60 * 60 * 1000).toISOString();
    expect(reply).toMatchObject({
      status: 422,
      error: 'LevelLimitReached',
      limit: { kind: 'withdrawal', period: 'day', leftUsd: '56.99', roomAt },
    });
    expect(reply.message).toMatch(
      /^This is above the limit of your level for withdrawals: 56.99 USD are left within 24 hours\. There is room/,
    );
    expect(await limits()).toMatchObject({
      level: { name: 'Basic', advice: null, isHighest: true },
      limits: [{ kind: 'withdrawal', period: 'day', maxUsd: '113.99', usedUsd: '57.00', leftUsd: '56.99' }],
    });
    await removeLevels(testApp);
    await defineLevel(testApp, 'Basic', { withdrawalDay: '114.00' });
    expect(said(await withdraw())).toBe('done');
  });

  it('above the whole limit are told that there is never room, in the reader’s language', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '50' });
    const reply = await testApp.call('POST', '/wallets/withdraw', {
      token: person.token,
      body: { currency: 'MRCY', amount: '100', address },
      headers: { 'accept-language': 'fa' },
    });
    expect(refused(reply)).toMatchObject({ limit: { leftUsd: '50.00', roomAt: null } });
    expect(refused(reply).message).toContain('۵۰٫۰۰ USD');
  });

  it('at once pass one after the other, not together', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '100' });
    const replies = await Promise.all([withdraw(), withdraw()]);
    expect(replies.map(said).toSorted()).toEqual(['LevelLimitReached', 'done']);
  });

  it('that are cancelled give their room back', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '60' });
    const { transaction } = succeeded(endpoints.withdraw, await withdraw());
    expect(said(await withdraw())).toBe('LevelLimitReached');
    const cancelled = await testApp.call('POST', '/wallets/withdraw/cancel', {
      token: person.token,
      body: { transactionId: transaction.id },
    });
    expect(cancelled.status).toBe(200);
    expect(said(await withdraw())).toBe('done');
  });

  it('count for a day and for thirty days', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '57', withdrawalMonth: '100' });
    expect(said(await withdraw())).toBe('done');
    await pass('23 hours 59 minutes');
    expect(refused(await withdraw()).limit).toMatchObject({ period: 'month', leftUsd: '43.00' });
    expect(refused(await withdraw('2')).limit).toMatchObject({ period: 'day', leftUsd: '0.00' });
    await pass('1 minute');
    expect(said(await withdraw('2'))).toBe('done');
    expect(refused(await withdraw('80')).limit).toMatchObject({ period: 'month', leftUsd: '41.86' });
    await pass('29 days');
    expect(said(await withdraw('80'))).toBe('done');
  });

  it('have room again when what counts is over, whatever there was before', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '60' });
    expect(said(await withdraw())).toBe('done');
    await pass('30 hours');
    const { transaction } = succeeded(endpoints.withdraw, await withdraw());
    const roomAt = new Date(Date.parse(transaction.createdAt) + 24 * 60 * 60 * 1000).toISOString();
    expect(refused(await withdraw()).limit).toMatchObject({ roomAt });
  });

  it('of a higher level pass at once, whose person is told', async () => {
    await defineLevel(testApp, 'Basic', { withdrawalDay: '10' });
    await defineLevel(testApp, 'Known', { withdrawalDay: '1000' });
    expect(said(await withdraw())).toBe('LevelLimitReached');
    expect(await limits()).toMatchObject({ level: { name: 'Basic', isHighest: false } });
    const give = () =>
      operateOn(testApp, ['set-level', person.username, 'known', 'case-7', 'Passport', 'seen']);
    expect(await give()).toMatchObject({ output: `${person.username} has the level Known now\n` });
    expect(await give()).toMatchObject({
      exitCode: 1,
      complaint: `${person.username} has this level already\n`,
    });
    expect(said(await withdraw())).toBe('done');
    expect(await limits()).toMatchObject({ level: { name: 'Known', isHighest: true } });
    expect((await eventKinds(testApp, person.user.id))[0]).toBe('level_changed');
    expect((await testApp.mailsTo(person.email)).map(({ subject }) => subject)).toContain(
      'Your Mercury level',
    );
  });
});

describe('money that comes in', () => {
  const topUp = (amount: string) =>
    testApp.call('POST', '/wallets/topup', {
      token: person.token,
      body: { amount, currency: 'USD', paymentMethod: 'CRYPTO' },
    });

  it('by a top-up goes up to the limit exactly; one that nobody paid gives its room back', async () => {
    await defineLevel(testApp, 'Basic', { depositDay: '100' });
    expect(refused(await topUp('100.01')).limit).toMatchObject({
      kind: 'deposit',
      leftUsd: '100.00',
      roomAt: null,
    });
    expect(said(await topUp('60'))).toBe('done');
    expect(refused(await topUp('40.01')).limit).toMatchObject({
      leftUsd: '40.00',
      roomAt: expect.any(String) as string,
    });
    expect(said(await topUp('40'))).toBe('done');
    await testApp.ownerDb.pool.query(
      `update wallet_transaction set status = 'FAILED', state = 'expired', completed_at = now() where user_id = $1`,
      [person.user.id],
    );
    expect(said(await topUp('100'))).toBe('done');
  });

  it('by a top-up goes up to the limit of thirty days exactly', async () => {
    await defineLevel(testApp, 'Basic', { depositMonth: '100' });
    expect(said(await topUp('60'))).toBe('done');
    expect(said(await topUp('40.01'))).toBe('LevelLimitReached');
    expect(said(await topUp('40'))).toBe('done');
  });

  it('at once passes one after the other, not together', async () => {
    await defineLevel(testApp, 'Basic', { depositDay: '100' });
    const replies = await Promise.all([topUp('60'), topUp('60')]);
    expect(replies.map(said).toSorted()).toEqual(['LevelLimitReached', 'done']);
  });

  it('on a chain counts too', async () => {
    await defineLevel(testApp, 'Basic', { depositMonth: '100' });
    await testApp.ownerDb.pool.query(
      `insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state, usd_value)
       values (gen_random_uuid(), $1, 'DEPOSIT', 'BTC', 1, 'in', 'PENDING', 'confirming', 150000000)`,
      [person.user.id],
    );
    expect(refused(await topUp('1')).limit).toMatchObject({ period: 'month', leftUsd: '0.00' });
  });
});

describe('trades', () => {
  it('read what is left before the accounts and the positions of the house are locked', async () => {
    await defineLevel(testApp, 'Basic', { tradeDay: '10' });
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect(said(await buy('60'))).toBe('LevelLimitReached');
    const texts = queries.mock.calls.map(([query]) => JSON.stringify(query));
    queries.mockRestore();
    const positionOf = (part: string) => texts.findIndex((text) => text.includes(part));
    const [read, ...locked] = ['counted_for_level', 'ledger_lock_accounts', 'ledger_lock_positions'].map(
      positionOf,
    );
    expect(read).toBeGreaterThan(0);
    expect(Math.min(...locked)).toBeGreaterThan(read ?? 0);
  });
  const askQuote = (fromAmount: string) =>
    testApp.call('POST', '/quotes', {
      token: person.token,
      body: { type: 'BUY', fromCurrency: 'USD', toCurrency: 'MRCY', fromAmount },
    });

  it('go up to the limit exactly; beyond it none is offered or made', async () => {
    await defineLevel(testApp, 'Basic', { tradeDay: '100' });
    expect(said(await buy('60'))).toBe('done');
    expect(refused(await buy('40.01')).limit).toMatchObject({ kind: 'trade', leftUsd: '40.00' });
    expect(said(await askQuote('40.01'))).toBe('LevelLimitReached');
    expect(said(await askQuote('40'))).toBe('done');
    expect(said(await buy('40'))).toBe('done');
  });

  it('at once pass one after the other, not together', async () => {
    await defineLevel(testApp, 'Basic', { tradeDay: '100' });
    const replies = await Promise.all([buy('60'), buy('60')]);
    expect(replies.map(said).toSorted()).toEqual(['LevelLimitReached', 'done']);
  });
});

it('orders count with what is open of them and what was traded; a smaller one and a repeat always pass', async () => {
  await defineLevel(testApp, 'Basic', { tradeDay: '55' });
  const order = (body: object) => ({
    token: person.token,
    body: { market: 'MRCY-USD', type: 'LIMIT', side: 'BUY', price: '0.55', ...body },
  });
  const place = (body: object) => testApp.call('POST', '/orders', order(body));
  expect(refused(await place({ quantity: '100.01' })).limit).toMatchObject({
    kind: 'trade',
    leftUsd: '55.00',
  });
  const first = { quantity: '100', clientOrderId: 'first' };
  const { id } = succeeded(endpoints.placeOrder, await place(first)).order;
  expect(said(await place({ quantity: '10' }))).toBe('LevelLimitReached');
  expect(said(await place(first))).toBe('done');
  const amend = (quantity: string) =>
    testApp.call('PATCH', `/orders/${id}`, { token: person.token, body: { quantity } });
  expect(said(await amend('101'))).toBe('LevelLimitReached');
  expect(said(await amend('80'))).toBe('done');
  expect(said(await place({ quantity: '10' }))).toBe('done');

  const seller = await makePerson(testApp);
  await giveMoney(testApp, seller, 'MRCY', '1000');
  const sold = await testApp.call('POST', '/orders', {
    token: seller.token,
    body: { market: 'MRCY-USD', type: 'MARKET', side: 'SELL', quantity: '90' },
  });
  expect(said(sold)).toBe('done');
  expect((await limits()).limits).toMatchObject([{ kind: 'trade', usedUsd: '49.50', leftUsd: '5.50' }]);
  expect(said(await place({ quantity: '20' }))).toBe('LevelLimitReached');
});

it('orders at once pass one after the other, not together; so do changes of them', async () => {
  await defineLevel(testApp, 'Basic', { tradeDay: '55' });
  const place = (quantity: string) =>
    testApp.call('POST', '/orders', {
      token: person.token,
      body: { market: 'MRCY-USD', type: 'LIMIT', side: 'BUY', price: '0.54', quantity },
    });
  const replies = await Promise.all(['60', '60', '60', '60', '60'].map(place));
  expect(replies.map(said).toSorted()).toEqual([...Array<string>(4).fill('LevelLimitReached'), 'done']);
  const opened = [await place('1'), await place('1')].map((reply) => succeeded(endpoints.placeOrder, reply));
  const amended = await Promise.all(
    opened.map(({ order: { id } }) =>
      testApp.call('PATCH', `/orders/${id}`, { token: person.token, body: { quantity: '38' } }),
    ),
  );
  expect(amended.map(said).toSorted()).toEqual(['LevelLimitReached', 'done']);
});

describe('what is placed while something else of the person is', () => {
  const order = { market: 'MRCY-USD', type: 'LIMIT', side: 'BUY', price: '0.55' } as const;
  const place = (quantity: string) =>
    testApp.call('POST', '/orders', { token: person.token, body: { ...order, quantity } });
  const amend = async () => {
    const { id } = succeeded(endpoints.placeOrder, await place('1')).order;
    return () => testApp.call('PATCH', `/orders/${id}`, { token: person.token, body: { quantity: '60' } });
  };

  it.each([
    ['in the same market', 'MRCY-USD', 'book_read'],
    ['in another', 'MRCY-USDT', 'book_commit'],
  ])('by another process %s is judged anew, with what that was', async (_where, market, waitsIn) => {
    const sibling = await createSiblingApp(testApp);
    try {
      await giveMoney(testApp, person, 'USDT', '1000');
      await defineLevel(testApp, 'Basic', { tradeDay: '55' });
      const replies = await withLock(
        testApp,
        `select from app_user where id = '${person.user.id}' for update`,
        async (client) => {
          const first = place('60');
          await untilWaiting(testApp, 'book_commit');
          const body = { ...order, market, quantity: '60' };
          const second = sibling.call('POST', '/orders', { token: person.token, body });
          await untilWaiting(testApp, waitsIn, waitsIn === 'book_commit' ? 2 : 1);
          await client.query('rollback');
          return Promise.all([first, second]);
        },
      );
      expect(replies.map(said).toSorted()).toEqual(['LevelLimitReached', 'done']);
      await proveBooks(testApp.db);
    } finally {
      await sibling.close();
    }
  });

  it.each([
    ['a new order', '30', 'LevelLimitReached'],
    ['a new order', '12', 'done'],
    ['a larger order', '30', 'LevelLimitReached'],
  ])('by a trade is judged anew: %s beside %s US dollars is %s', async (kind, usd, outcome) => {
    await defineLevel(testApp, 'Basic', { tradeDay: '55' });
    const ask = kind === 'a new order' ? () => place('60') : await amend();
    const market = `select pg_advisory_xact_lock(6230572, hashtext('MRCY-USD'))`;
    const reply = await withLock(testApp, market, async (client) => {
      const asked = ask();
      await untilWaiting(testApp, 'book_read');
      expect(said(await buy(usd))).toBe('done');
      await client.query('rollback');
      return asked;
    });
    expect(said(reply)).toBe(outcome);
  });
});

it('a coin whose price nobody ever said is refused where a limit counts', async () => {
  // Real money without a service of prices: history shows the placeholders of the first days.
  const real = await createTestApp({}, { rail: createRealRail() });
  try {
    const owner = await makePerson(real);
    await giveMoney(real, owner, 'BTC', '1');
    await defineLevel(real, 'Basic', { tradeDay: '1' });
    expect(said(await withdrawWith(real, owner)), 'of what is no withdrawal').not.toBe('PriceMissing');
    await removeLevels(real);
    await defineLevel(real, 'Basic', { withdrawalDay: '1000000' });
    expect(said(await withdrawWith(real, owner))).toBe('PriceMissing');
  } finally {
    await real.close();
  }
});
