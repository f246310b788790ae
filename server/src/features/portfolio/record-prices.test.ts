import { seededCodes } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createSiblingApp, createTestApp, type TestApp } from '../../test/app.ts';
import { keepEmptyAnswer, listCoins } from '../../test/live-market.ts';
import { startMarketStandIn } from '../../test/market-stand-in.ts';
import { runJob } from '../../test/money.ts';
import { createRealRail } from '../../test/withdrawals.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(() => forget(testApp));
afterAll(() => testApp.close());

/** The clock may strike while a test looks: then there is another hour beside. */
async function kept({ db }: TestApp) {
  const { rows } = await db.pool.query<{ asset: string; scaled_usd: bigint; source: string; at: Date }>(
    `select asset, scaled_usd, source, at from asset_price
      where at = (select min(at) from asset_price) order by asset`,
  );
  return rows;
}

async function forget({ db }: TestApp): Promise<void> {
  await db.pool.query('delete from asset_price');
}

it('keeps what everything but the dollar costs at the full hour, the own coin at the operator’s price', async () => {
  await runJob(testApp, 'record-prices', {});
  const rows = await kept(testApp);
  expect(rows.map(({ asset }) => asset)).toEqual(seededCodes.filter((asset) => asset !== 'USD').toSorted());
  expect(rows.find(({ asset }) => asset === 'MRCY')).toMatchObject({
    scaled_usd: 570_000_000_000n,
    source: 'operator',
  });
  const others = rows.filter(({ asset }) => asset !== 'MRCY');
  expect(new Set(others.map(({ source }) => source))).toEqual(new Set(['pretend']));
  expect(new Set(rows.map(({ at }) => at.getTime() % (60 * 60 * 1000)))).toEqual(new Set([0]));
});

it('keeps the first price of the hour, whichever process finds it, and however often', async () => {
  await runJob(testApp, 'record-prices', {});
  const first = await kept(testApp);
  const dearer = await createSiblingApp(testApp, { MRCY_PRICE_USD: '1.25' });
  try {
    await runJob(testApp, 'record-prices', {}, 20);
    expect(await kept(testApp)).toEqual(first);
  } finally {
    await dearer.close();
  }
});

it('where money is real and no market-data service is set keeps the own coin’s price alone', async () => {
  const real = await createTestApp({}, { rail: createRealRail() });
  try {
    await runJob(real, 'record-prices', {});
    expect(await kept(real)).toMatchObject([{ asset: 'MRCY', source: 'operator' }]);
  } finally {
    await real.close();
  }
});

it('keeps no pretend prices while a market-data service is silent that has answered once', async () => {
  const standIn = await startMarketStandIn();
  standIn.outage = 500;
  const silent = await createTestApp(standIn.environment);
  try {
    await keepEmptyAnswer(silent);
    await vi.waitFor(async () => expect((await listCoins(silent)).source).toBe('live'));
    await runJob(silent, 'record-prices', {});
    expect(await kept(silent)).toMatchObject([{ asset: 'MRCY', source: 'operator' }]);
  } finally {
    await silent.close();
    await standIn.close();
  }
});

it('with a market-data service keeps its prices', async () => {
  const standIn = await startMarketStandIn();
  const well = await createTestApp(standIn.environment);
  try {
    await well.call('GET', '/market/coins/bitcoin');
    await runJob(well, 'record-prices', {});
    const rows = await kept(well);
    expect(rows).toHaveLength(12);
    expect(rows.find(({ asset }) => asset === 'USDT')).toMatchObject({
      source: 'live',
      scaled_usd: 999_870_000_000n,
    });
  } finally {
    await well.close();
    await standIn.close();
  }
});
