import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '100');
  const body = { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '10' };
  const reply = await testApp.call('POST', '/orders', { token: person.token, body });
  expect(reply.status).toBe(201);
});
afterAll(() => testApp.close());

const addMarket = (lotUnits: string, tickUnits = '10') =>
  `insert into market (symbol, base, quote, tick_units, lot_units, tick_lot_units, lots_min, range_bps, maker_fee_ppm, taker_fee_ppm)
   values ('DOGE-USD', 'DOGE', 'USD', ${tickUnits}, ${lotUnits}, 1, 1, 1000, 1000, 2000)`;

/** Each with the owner's answer; the role that serves always gets 42501. */
const writes: Readonly<Record<string, string>> = {
  'update account set reserved = 0': '23001',
  'update book_order set remaining = 0': 'may',
  [`update book_order set remaining = 1000000`]: '23514',
  'delete from book_order': '23001',
  'truncate book_order cascade': '23001',
  [`insert into archived_order (user_id, client_order_id, told) select id, 'mine', '{}' from app_user limit 1`]:
    'may',
  [`insert into trading_halt (operator) values ('Grace')`]: 'may',
  [`insert into house_quote (market, is_on, levels, spread_bps, step_bps, depth_usd) values ('MRCY-USD', true, 1, 2, 1, 1)`]:
    'may',
  'update fill set price = 1': '23001',
  'delete from fill': '23001',
  [`update book_event set event = '{}'`]: '23001',
  'update market set tick_units = 1': '23001',
  'delete from market': '23001',
  [`update market set state = 'open'`]: 'may',
  [addMarket('10000000')]: 'may',
  [addMarket('1000000')]: '23514',
  // A fee would take the whole lot.
  [addMarket('1', '100000000')]: '23514',
  [addMarket('10', '10000000')]: 'may',
  [`insert into candle (market, minute, open, high, low, close, volume, quote_volume, fill_count)
    values ('MRCY-USD', now(), 1, 1, 1, 1, 1, 1, 1)`]: 'may',
};

async function attempt(db: TestApp['db'], sql: string): Promise<string> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    return 'may';
  } catch (error) {
    return String(Object(error).code);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the role that serves writes no order, fill, reservation or market by itself', () => {
  test.each(Object.entries(writes))('%s', async (sql, ofOwner) => {
    expect(await attempt(testApp.ownerDb, sql)).toBe(ofOwner);
    expect(await attempt(testApp.db, sql)).toBe('42501');
  });

  test('a batch that does not begin where the market stands is refused', async () => {
    const batch = {
      market: 'MRCY-USD',
      seqBefore: 0,
      seq: 1,
      at: 0,
      people: [],
      placers: [],
      callers: [],
      changes: [],
    };
    const sql = `select book_commit('${JSON.stringify({ ...batch, orders: [], fills: [], events: [], answers: [] })}', '{}', '{}', '{}')`;
    expect(await attempt(testApp.db, sql)).toBe('40001');
  });
});
