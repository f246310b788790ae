import { endpoints } from '@mercury/contract/api/index.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { amountForUsd } from '@mercury/contract/money/price.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findHouseReach } from '../../ledger/ledger.ts';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { createTestQuoter } from '../../test/house-quotes.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { seededRandom, seedOf } from '../../test/seeded-random.ts';
import { acceptTestQuote, insertTestQuote } from '../../test/trades.ts';
import { houseId } from './house.ts';

/** The house may hold or owe 3,000 US dollars of each currency. One MRCY is 0.57, and may be owed without bound. */
let testApp: TestApp;
let people: readonly SignedInPerson[];

beforeAll(async () => {
  testApp = await createTestApp({ TRADE_EXPOSURE_USD_MAX: '3000' });
  for (const symbol of ['MRCY-USD', 'MRCY-USDT']) await openMarket(testApp, symbol);
  people = await Promise.all([1, 2, 3].map(() => makePerson(testApp)));
  for (const person of people) {
    for (const asset of ['USD', 'USDT', 'MRCY'] as const) await giveMoney(testApp, person, asset, '50000');
  }
});
afterEach(() => proveBooks(testApp.db));
afterAll(() => testApp.close());

const limit = 3_000_000_000n;

/** Beside the own coin, which the house may owe. USDT has six decimals too, and costs a dollar. */
async function expectWithinLimit(): Promise<void> {
  const reach = await findHouseReach(testApp.db, ['USD', 'USDT', 'MRCY']);
  for (const asset of ['USD', 'USDT'] as const) {
    expect(reach.get(asset)?.lowest).toBeGreaterThanOrEqual(-limit);
    expect(reach.get(asset)?.highest).toBeLessThanOrEqual(limit);
  }
  const most = amountForUsd(amountOf('USD', limit), testApp.settings.current.coinPriceUsd, 'down');
  expect(reach.get('MRCY')?.highest).toBeLessThanOrEqual(most.minorUnits);
}

test('an offer counts what the open orders of the house may still bring', async () => {
  await (await createTestQuoter(testApp)).look();
  const [ada] = people;
  if (ada === undefined) throw new Error('nobody is there');
  const reach = await findHouseReach(testApp.db, ['USD']);
  const { rows } = await testApp.db.pool.query<{ position: bigint }>(
    `select position + (select balance from account where owner_id = $1 and asset = 'USD' and kind = 'available') as position
       from house_position where asset = 'USD'`,
    [houseId],
  );
  // What it has, and what it would have if all its asks traded.
  expect(reach.get('USD')?.highest).toBeGreaterThan(rows[0]?.position ?? 0n);
  // And if all its bids did.
  expect(reach.get('USD')?.lowest).toBeLessThan(rows[0]?.position ?? 0n);
  const room = (limit - (reach.get('USD')?.highest ?? 0n)) / 1_000_000n;
  const accept = async (usd: bigint) => {
    const quote = await insertTestQuote(testApp.db, ada.user.id, {
      type: 'BUY',
      from: `${usd} USD`,
      to: '1 MRCY',
    });
    return acceptTestQuote(testApp, quote, { token: ada.token });
  };
  expect(refused(await accept(room + 20n)).error).toBe('ExposureLimitReached');
  expect(succeeded(endpoints.acceptQuote, await accept(room)).success).toBe(true);
});

const seed = seedOf('HOUSE_SEED');

test(`whatever people trade, its orders and what came of them stay within the limit, and the books are right (HOUSE_SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  const quoter = await createTestQuoter(testApp);
  let traded = 0;
  for (let round = 0; round < 25; round += 1) {
    await quoter.look();
    await expectWithinLimit();
    const replies = await Promise.all(
      people.map((person) => {
        const side = random.below(4) === 0 ? 'SELL' : 'BUY';
        const market = random.below(2) === 0 ? 'MRCY-USD' : 'MRCY-USDT';
        const quantity = String(1 + random.below(1500));
        const body = { market, side, type: 'MARKET', quantity };
        return testApp.call('POST', '/orders', { token: person.token, body });
      }),
    );
    traded += replies.filter(({ body }) => body.order?.filled !== '0.00').length;
    await expectWithinLimit();
  }
  expect(traded).toBeGreaterThan(10);
});
