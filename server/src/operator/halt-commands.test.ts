import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stateNow } from '../features/orders/market-terms.ts';
import { readMarket } from '../features/orders/stream/read-market.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { openMarket, untilWaiting, withLock } from '../test/markets.ts';
import { giveMoney } from '../test/money.ts';
import { operateOn } from '../test/operator.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { acceptTestQuote, insertTestQuote } from '../test/trades.ts';

let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  for (const symbol of ['MRCY-USD', 'MRCY-USDT', 'ETH-USD']) await openMarket(testApp, symbol);
});
beforeEach(async () => {
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USD', '1000');
  await giveMoney(testApp, ada, 'USDT', '1000');
});
afterEach(async () => {
  await testApp.ownerDb.pool.query('delete from trading_halt');
  await testApp.call('DELETE', '/orders', { token: ada.token });
});
afterAll(() => testApp.close());

async function done(...words: string[]): Promise<string> {
  const { exitCode, output, complaint } = await operateOn(testApp, words);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  return output;
}

async function refusal(...words: string[]): Promise<string> {
  const { exitCode, complaint } = await operateOn(testApp, words);
  expect(exitCode).toBe(1);
  return complaint;
}

const prices = { 'MRCY-USD': '0.5', 'MRCY-USDT': '0.5', 'ETH-USD': '2500' } as const;

function order(market: keyof typeof prices) {
  const body = { market, side: 'BUY', type: 'LIMIT', price: prices[market], quantity: '0.02' };
  const quantity = market === 'ETH-USD' ? '0.01' : '10';
  return testApp.call('POST', '/orders', { token: ada.token, body: { ...body, quantity } });
}

function quote(toCurrency: 'ETH' | 'MRCY') {
  const body = { type: 'BUY', fromCurrency: 'USD', toCurrency, fromAmount: '10' };
  return testApp.call('POST', '/quotes', { token: ada.token, body });
}

const oldQuote = () =>
  insertTestQuote(testApp.db, ada.user.id, { type: 'BUY', from: '10 USD', to: '17 MRCY' });

describe('halt-trading', () => {
  test('of all stops offers, also those made before, and every market; cancelling works', async () => {
    const { id } = succeeded(endpoints.placeOrder, await order('MRCY-USD')).order;
    const made = await oldQuote();
    expect(await done('halt-trading', 'all')).toBe(
      'All trading is halted: no offers, no recurring buys, no orders\n',
    );
    expect(refused(await quote('MRCY')).error).toBe('TradingHalted');
    expect(refused(await acceptTestQuote(testApp, made, { token: ada.token })).error).toBe('TradingHalted');
    for (const market of ['MRCY-USD', 'ETH-USD'] as const) {
      expect(refused(await order(market)).error).toBe('MarketClosed');
    }
    const { markets } = succeeded(endpoints.listMarkets, await testApp.call('GET', '/markets'));
    expect(markets.find(({ market }) => market === 'MRCY-USD')?.state).toBe('cancel_only');
    expect(await done('list-markets')).toMatch(/^MRCY-USD +open +cancel_only +1 /m);
    const told = await readMarket(testApp.db, { symbol: 'MRCY-USD', isShown: true, knownSeq: undefined });
    expect(told && stateNow(told.market)).toBe('cancel_only');
    const cancelled = await testApp.call('DELETE', `/orders/${id}`, { token: ada.token });
    expect(succeeded(endpoints.cancelOrder, cancelled).order.status).toBe('CANCELLED');
  });

  test('of a currency stops what is in it, and nothing else', async () => {
    await done('halt-trading', 'mrcy');
    expect(refused(await quote('MRCY')).error).toBe('TradingHalted');
    expect(refused(await order('MRCY-USDT')).error).toBe('MarketClosed');
    expect((await quote('ETH')).status).toBe(201);
    expect((await order('ETH-USD')).status).toBe(201);
  });

  test('ends with resume-trading, each by itself', async () => {
    await done('halt-trading', 'all');
    await done('halt-trading', 'MRCY');
    expect(await done('list-halts')).toMatch(/^all +\S+Z +Grace\nMRCY +\S+Z +Grace$/m);
    await done('resume-trading', 'all');
    expect(refused(await order('MRCY-USD')).error).toBe('MarketClosed');
    expect((await order('ETH-USD')).status).toBe(201);
    await done('resume-trading', 'MRCY');
    expect((await order('MRCY-USD')).status).toBe(201);
    expect((await acceptTestQuote(testApp, await oldQuote(), { token: ada.token })).status).toBe(200);
  });

  test('is written down, and refused where it changes nothing', async () => {
    await testApp.ownerDb.pool.query(`delete from audit_entry`).catch(() => undefined);
    await done('halt-trading', 'MRCY', 'the', 'feed', 'lies');
    expect(await refusal('halt-trading', 'MRCY')).toContain('is halted already');
    expect(await refusal('resume-trading', 'all')).toContain('is not halted');
    expect(await refusal('halt-trading', 'GOLD')).toContain('There is no currency "GOLD"');
    const { rows } = await testApp.db.pool.query(
      `select actor, subject_id, before, after, reason from audit_entry where action = 'trading.halt' order by seq desc limit 1`,
    );
    expect(rows).toEqual([
      {
        actor: 'Grace',
        subject_id: 'MRCY',
        before: { halted: false },
        after: { halted: true },
        reason: 'the feed lies',
      },
    ]);
  });

  test('waits for a trade that is being settled, so that none is settled after it', async () => {
    const { rows } = await testApp.db.pool.query<{ count: bigint }>('select count(*) from trade');
    await withLock(testApp, 'select pg_advisory_xact_lock_shared(6230573002)', async (client) => {
      const halting = done('halt-trading', 'all');
      await untilWaiting(testApp, 'end_trading');
      const late = await acceptTestQuoteWhile(client, halting);
      expect(refused(late).error).toBe('TradingHalted');
    });
    expect((await testApp.db.pool.query('select count(*) from trade')).rows).toEqual(rows);
  });
});

/** Comes while the halt waits, and is answered after it. */
async function acceptTestQuoteWhile(
  client: { query: (sql: string) => Promise<unknown> },
  halting: Promise<string>,
) {
  const accepting = acceptTestQuote(testApp, await oldQuote(), { token: ada.token });
  await untilWaiting(testApp, 'begin_trade');
  await client.query('commit');
  await halting;
  return accepting;
}
