import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@mercury/contract/limits.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startMarketStandIn, type MarketStandIn } from '../../test/market-stand-in.ts';
import { createMarket } from './market.ts';

let database: TestDatabase;
let standIn: MarketStandIn;

beforeAll(async () => {
  [database, standIn] = await Promise.all([createTestDatabase(), startMarketStandIn()]);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await standIn.close();
  await database.drop();
});

it('are there for offers also where nobody looks, for one call a minute and another every four minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const market = createMarket({
    settings: readConfig(standIn.environment).marketData,
    db: database.db,
    log: pino({ level: 'silent' }),
  });
  const ageMs = (): number => Date.now() - (market.livePriceOf('TON')?.asOf.getTime() ?? 0);
  await market.start();
  await vi.waitUntil(() => ageMs() < limits.marketKeptMs, { timeout: 10_000 });
  for (let second = 0; second < 480; second += 15) {
    vi.advanceTimersByTime(15_000);
    // What that asked for arrives, and is kept, in real time.
    for (let turn = 0; turn < 20 && (turn < 2 || ageMs() >= limits.marketKeptMs); turn += 1) await delay(15);
    expect(ageMs()).toBeLessThanOrEqual(2 * limits.marketKeptMs);
  }
  await market.close();
  const byId = standIn.calls.filter(({ query }) => query['ids'] !== undefined);
  expect(byId.length).toBeLessThanOrEqual(1 + 8);
  // Where an answer takes its time, the next question is some seconds later.
  expect(byId.length).toBeGreaterThanOrEqual(1 + 6);
  expect(standIn.calls.length - byId.length).toBeLessThanOrEqual(1 + 2);
});
