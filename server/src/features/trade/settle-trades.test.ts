import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { fund, insertSignedInPeople, type Caller } from '../../test/signed-in-people.ts';
import { offerOn, type TestTerms } from '../../test/trades.ts';
import { otherAddress } from '../../test/withdrawals.ts';
import { lockTradedOfDay } from './day-limit.ts';
import { settleTrades, type TradeOrder } from './settle-trades.ts';
import { noOrigin, type TradeOrigin } from './trade-origin.ts';

/** Orders that are settled in one transaction: each as if those before it had been settled in transactions of their own. */

const environment = { TRADE_DAY_USD_MAX: '150', TRADE_EXPOSURE_USD_MAX: '600' };

let testApp: TestApp;
let people: readonly Caller[];

beforeAll(async () => {
  testApp = await createTestApp(environment);
  people = await insertSignedInPeople(testApp.db, 8);
  await fund(testApp.db, people, 100_000_000n, 'USD');
  await fund(testApp.db, people, 100_000_000n, 'USDT');
});
afterAll(() => testApp.close());

const buy: TestTerms = { type: 'BUY', from: '100 USD', to: '100 USDT' };
const sell: TestTerms = { type: 'SELL', from: '100 USDT', to: '100 USD' };

interface Ordered {
  readonly person: number;
  readonly terms?: TestTerms;
  readonly origin?: Partial<TradeOrigin>;
}

function orderOf({ person, terms = buy, origin }: Ordered): TradeOrder {
  const userId = people[person]?.userId ?? '';
  return { tradeId: uuidv7(), userId, offer: offerOn(terms), origin: { ...noOrigin, ...origin } };
}

/** As many people as that, who all buy. */
const buyers = (count: number, origin: Partial<TradeOrigin> = {}): Ordered[] =>
  Array.from({ length: count }, (_none, person) => ({ person, origin }));

class Undone extends Error {}

/** What each is answered; then all of it is taken back. */
async function settle(
  ordered: readonly Ordered[],
  prepare: (trx: Transaction) => Promise<void> = async () => undefined,
): Promise<string[]> {
  let answers: string[] = [];
  const settling = inTransaction(testApp.ownerDb, async (trx) => {
    await prepare(trx);
    const settlements = await settleTrades(trx, { settings: testApp.settings }, ordered.map(orderOf));
    answers = settlements.map((one) => ('refusal' in one ? one.refusal.code : 'settled'));
    const { rows } = await trx.client.query<{ count: bigint }>('select count(*) from trade');
    expect(Number(rows[0]?.count)).toBe(answers.filter((answer) => answer === 'settled').length);
    throw new Undone();
  });
  await expect(settling).rejects.toBeInstanceOf(Undone);
  return answers;
}

/** Withdrawals that were paid, without what they moved: only where they went counts here. */
async function payOutTo({ client }: Transaction, paid: readonly Caller[], address: string): Promise<void> {
  await client.query('set local session_replication_role = replica');
  await client.query(
    `insert into withdrawal (id, user_id, transaction_id, hold_id, rail, asset, amount, fee, address, state, closed_at, transfer_id)
     select gen_random_uuid(), user_id, gen_random_uuid(), gen_random_uuid(), 'sandbox', 'BTC', 2, 1, $2, 'completed', now(),
            gen_random_uuid()
       from unnest($1::uuid[]) as user_id`,
    [paid.map(({ userId }) => userId), address],
  );
  await client.query('set local session_replication_role = origin');
}

/** Whether a trade waits for one that another process has under way. */
async function waitsFor(one: Ordered, other: Ordered): Promise<boolean> {
  return inTransaction(testApp.ownerDb, async (trx) => {
    await lockTradedOfDay(trx, [orderOf(one)]);
    const second = inTransaction(testApp.ownerDb, async (later) => {
      await later.client.query(`set local lock_timeout = '50ms'`);
      await lockTradedOfDay(later, [orderOf(other)]);
    });
    return second.then(
      () => false,
      (error: unknown) => {
        expect(error).toMatchObject({ code: '55P03' });
        return true;
      },
    );
  });
}

const settled = (count: number): string[] => Array.from({ length: count }, () => 'settled');

describe('orders of one transaction', () => {
  test('none is nothing', async () => {
    expect(await settle([])).toEqual([]);
  });

  test('come up to the limit of the house together, and not beyond', async () => {
    expect(await settle(buyers(8))).toEqual([...settled(6), 'ExposureLimitReached', 'ExposureLimitReached']);
  });

  test('find room where an order before them brought the position back', async () => {
    const [seventh, seller, eighth] = [
      { person: 6, terms: buy },
      { person: 0, terms: sell },
      { person: 7, terms: buy },
    ];
    const five = buyers(6).slice(1);
    expect(await settle([...five, seventh, eighth])).toEqual([...settled(6), 'ExposureLimitReached']);
    expect(await settle([...five, seventh, seller, eighth])).toEqual(settled(8));
  });

  test('take nothing of the limits where they are refused', async () => {
    const tooMuch = { ...buy, from: '100.01 USD', to: '100.01 USDT' };
    const others = buyers(8).slice(2);
    expect(await settle([{ person: 0, terms: tooMuch }, ...others])).toEqual([
      'InsufficientBalance',
      ...settled(6),
    ]);
  });

  test('on one device have one limit of a day', async () => {
    const deviceHash = randomBytes(32);
    const other = { person: 2, origin: { deviceHash: randomBytes(32) } };
    expect(await settle([...buyers(2, { deviceHash }), other])).toEqual([
      'settled',
      'TradeLimitReached',
      'settled',
    ]);
  });

  test('on one network have five limits of a day', async () => {
    // Seven of a hundred are fifty below five of a hundred and fifty.
    const half: TestTerms = { type: 'SELL', from: '51 USDT', to: '51 USD' };
    const network = '203.0.113.9';
    const turns = Array.from({ length: 8 }, (_none, person): Ordered => ({
      person,
      origin: { network },
      terms: person % 2 === 0 ? buy : sell,
    }));
    expect(await settle(turns)).toEqual([...settled(7), 'TradeLimitReached']);
    const last = { person: 7, terms: half, origin: { network } };
    expect((await settle([...turns.slice(0, 7), last])).at(-1)).toBe('TradeLimitReached');
    const fits = { ...last, terms: { ...half, from: '50 USDT', to: '50 USD' } };
    expect((await settle([...turns.slice(0, 7), fits])).at(-1)).toBe('settled');
  });

  test('of people who were paid out to one address have one limit of a day', async () => {
    const payOut = (trx: Transaction) => payOutTo(trx, people.slice(0, 2), otherAddress);
    expect(await settle(buyers(3), payOut)).toEqual(['settled', 'TradeLimitReached', 'settled']);
  });
});

describe('an order of another transaction', () => {
  const [deviceHash, network] = [randomBytes(32), '203.0.113.9'];
  beforeAll(() => inTransaction(testApp.ownerDb, (trx) => payOutTo(trx, people.slice(6, 8), otherAddress)));

  test.each<[string, Ordered, Ordered]>([
    ['device', { person: 0, origin: { deviceHash } }, { person: 1, origin: { deviceHash } }],
    ['network', { person: 0, origin: { network } }, { person: 1, origin: { network } }],
    ['address of withdrawals', { person: 6 }, { person: 7 }],
  ])('of the same %s is waited for, since it counts', async (_what, one, other) => {
    expect(await waitsFor(one, other)).toBe(true);
  });

  test('of people who share nothing is not waited for', async () => {
    const elsewhere = { deviceHash: randomBytes(32), network: '203.0.113.10' };
    expect(
      await waitsFor({ person: 6, origin: { deviceHash, network } }, { person: 1, origin: elsewhere }),
    ).toBe(false);
  });
});
