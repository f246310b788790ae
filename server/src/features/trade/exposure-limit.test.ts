import { amountOf, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { acceptTestQuote, insertTestQuote, type TestTerms } from '../../test/trades.ts';
import { isTooFarOut } from './settle-trades.ts';

describe('a position', () => {
  const limit = amountOf('USD', 1_000_000_000n);
  function isRefused(asset: AssetCode, position: bigint, change: bigint, priceUsd = '1'): boolean {
    const price = parsePrice(asset, priceUsd);
    if (price === undefined) throw new Error('a price is above zero');
    return isTooFarOut(position, { change: amountOf(asset, change), price }, limit);
  }

  test('may reach the limit and not go beyond it, on either side', () => {
    expect(isRefused('USD', 1_000_000_000n, 1n)).toBe(false);
    expect(isRefused('USD', 1_000_000_001n, 1n)).toBe(true);
    expect(isRefused('USD', -1_000_000_000n, -1n)).toBe(false);
    expect(isRefused('USD', -1_000_000_001n, -1n)).toBe(true);
  });

  test('is valued at the price of the trade, and never at less', () => {
    expect(isRefused('BTC', -2_000_000n, -1n, '50000')).toBe(false);
    expect(isRefused('BTC', -2_000_001n, -1n, '50000')).toBe(true);
  });

  test('that comes back towards nothing is welcome however far out it is', () => {
    expect(isRefused('USD', 5_000_000_000n, -1n)).toBe(false);
    expect(isRefused('USD', -5_000_000_000n, 1n)).toBe(false);
    // From one side to as far on the other.
    expect(isRefused('USD', 5_000_000_000n, 10_000_000_000n)).toBe(false);
    expect(isRefused('USD', 5_000_000_001n, 10_000_000_001n)).toBe(true);
  });

  test('of the own coin is not bounded where it is owed, and is where it is held', () => {
    expect(isRefused('MRCY', -(10n ** 20n), -1n, '0.57')).toBe(false);
    expect(isRefused('MRCY', 10n ** 20n, 1n, '0.57')).toBe(true);
  });
});

describe('trades together', () => {
  let testApp: TestApp;
  let people: SignedInPerson[];

  beforeAll(async () => {
    testApp = await createTestApp({ TRADE_EXPOSURE_USD_MAX: '500' });
    people = await Promise.all(Array.from({ length: 8 }, () => makePerson(testApp)));
    for (const person of people) {
      await giveMoney(testApp, person, 'USD', '1000');
      await giveMoney(testApp, person, 'ETH', '1');
    }
  });
  afterAll(async () => {
    expect((await checkLedger(testApp.db)).findings).toEqual([]);
    await testApp.close();
  });

  async function tradeAll(terms: TestTerms): Promise<string[]> {
    const replies = await Promise.all(
      people.map(async (person) => {
        const quote = await insertTestQuote(testApp.db, person.user.id, terms);
        return acceptTestQuote(testApp, quote, { token: person.token });
      }),
    );
    return replies.map((reply) => (reply.status === 200 ? 'accepted' : refused(reply).error)).toSorted();
  }

  async function positions(): Promise<Record<string, bigint>> {
    const { rows } = await testApp.db.pool.query<{ asset: string; position: bigint }>(
      'select asset, position from house_position',
    );
    return Object.fromEntries(rows.map(({ asset, position }) => [asset, position]));
  }

  test('never cross what the house may owe, what is refused moves nothing, and the way back is open', async () => {
    // A hundred US dollars each: the fifth reaches the limit, and the sixth would cross it.
    const bought = await tradeAll({ type: 'BUY', from: '100 USD', to: '0.04 ETH' });
    expect(bought).toEqual([
      ...Array.from({ length: 3 }, () => 'ExposureLimitReached'),
      ...Array.from({ length: 5 }, () => 'accepted'),
    ]);
    const eth = parseAmount('ETH', '0.2')?.minorUnits ?? 0n;
    expect(await positions()).toMatchObject({ ETH: -eth, USD: 500_000_000n });
    const sold = await tradeAll({ type: 'SELL', from: '0.01 ETH', to: '25 USD' });
    expect(new Set(sold)).toEqual(new Set(['accepted']));
    expect(await positions()).toMatchObject({ USD: 300_000_000n });
  });

  test('of the own coin are not bounded by what is owed of it', async () => {
    const before = (await positions())['USD'] ?? 0n;
    expect(before).toBe(300_000_000n);
    const bought = await tradeAll({ type: 'BUY', from: '0.04 ETH', to: '175 MRCY' });
    expect(new Set(bought)).toEqual(new Set(['accepted']));
    const again = await tradeAll({ type: 'BUY', from: '0.04 ETH', to: '175 MRCY' });
    expect(again).toContain('ExposureLimitReached');
    expect((await positions())['MRCY']).toBeLessThan(0n);
  });
});
