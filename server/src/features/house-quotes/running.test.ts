import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { createTestQuoter } from '../../test/house-quotes.ts';
import { openMarket } from '../../test/markets.ts';
import { runJob } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import { houseId } from './house.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
afterAll(() => testApp.close());

async function levelsOf(app: TestApp): Promise<number> {
  const { bids, asks } = succeeded(endpoints.getBook, await app.call('GET', '/markets/MRCY-USD/book'));
  return bids.length + asks.length;
}

test('there is no house before it quotes: the sweep of unproved accounts would stumble over it', async () => {
  await operateOn(testApp, ['set-market-state', 'MRCY-USD', 'halted']);
  await openMarket(testApp, 'ETH-USD');
  const unknown = {
    isPretended: () => false,
    livePriceOf: () => undefined,
    knownLivePriceOf: () => undefined,
  };
  await (await createTestQuoter(testApp, { market: unknown })).look();
  await testApp.db.pool.query(`update app_user set created_at = now() - interval '9 days'`);
  await runJob(testApp, 'sweep', {});
  const { rows } = await testApp.db.pool.query('select from app_user where id = $1', [houseId]);
  expect(rows).toEqual([]);
  await operateOn(testApp, ['set-market-state', 'ETH-USD', 'halted']);
  await openMarket(testApp);
});

test('a process quotes before its first call and as long as it runs, unless HOUSE_QUOTES is off', async () => {
  expect(await levelsOf(testApp)).toBe(0);
  const quoting = await createSiblingApp(testApp, { HOUSE_QUOTES: 'on' });
  try {
    expect(await levelsOf(quoting)).toBe(16);
    await operateOn(testApp, ['halt-trading', 'all']);
    await vi.waitFor(async () => expect(await levelsOf(quoting)).toBe(0), { timeout: 10_000 });
  } finally {
    await quoting.close();
  }
});
