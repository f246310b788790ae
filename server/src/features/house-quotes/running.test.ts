import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { operateOn } from '../../test/operator.ts';

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
