import { endpoints } from '@mercury/contract/api/index.ts';
import type { MarketRange } from '@mercury/contract/api/market.ts';
import { vi } from 'vitest';
import { createTestApp, succeeded, type TestApp } from './app.ts';
import { startMarketStandIn, type MarketCall, type MarketStandIn } from './market-stand-in.ts';

/** The product with its own market-data service, at a time that the test controls. */
export interface LiveMarket {
  readonly testApp: TestApp;
  readonly standIn: MarketStandIn;
  /** Starts a day after the previous test: old answers have expired, and the service works and has just said its prices. */
  begin(): Promise<void>;
  end(): void;
  pass(durationMs: number): void;
  /** The calls for the largest coins; the others ask by id. */
  largestCalls(): MarketCall[];
  historyCalls(): MarketCall[];
  close(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export async function startLiveMarket(options: { marketPatienceMs?: number } = {}): Promise<LiveMarket> {
  const standIn = await startMarketStandIn();
  const testApp = await createTestApp(standIn.environment, options);
  // Waits for what the app asked as it started: later it would be of a time before.
  await findCoin(testApp, 'ethereum');
  let presentMs = Date.now();

  function pass(durationMs: number): void {
    presentMs += durationMs;
    vi.setSystemTime(presentMs);
  }

  return {
    testApp,
    standIn,
    async begin() {
      vi.useFakeTimers({ toFake: ['Date'] });
      pass(dayMs);
      standIn.outage = undefined;
      standIn.faults.length = 0;
      // A call from the app's start may still be in flight, and belongs to the day before.
      for (let saidAtMs = 0; saidAtMs !== presentMs;) {
        saidAtMs = Date.parse((await listCoins(testApp)).asOf);
      }
      standIn.calls.length = 0;
    },
    end: () => void vi.useRealTimers(),
    pass,
    largestCalls: () =>
      standIn.calls.filter(
        ({ path, query }) => path === '/api/v3/coins/markets' && query['ids'] === undefined,
      ),
    historyCalls: () => standIn.calls.filter(({ path }) => path.endsWith('/market_chart')),
    async close() {
      await testApp.close();
      await standIn.close();
    },
  };
}

/** As if a service had answered an hour ago, and told no coin: nothing is pretended any more, and nothing is known. */
export async function keepEmptyAnswer({ db }: TestApp): Promise<void> {
  await db.pool.query(
    `insert into market_answer (key, said_at, answer)
     select key, now() - interval '1 hour', '{"coins": [], "pricedAt": {}}' from unnest('{largest,ours}'::text[]) key`,
  );
}

export async function listCoins(testApp: TestApp) {
  return succeeded(endpoints.listMarketCoins, await testApp.call('GET', '/market/coins'));
}

export async function findCoin(testApp: TestApp, id: string) {
  return succeeded(endpoints.getMarketCoin, await testApp.call('GET', `/market/coins/${id}`));
}

export async function findHistory(testApp: TestApp, id: string, range: MarketRange) {
  const reply = await testApp.call('GET', `/market/coins/${id}/history?range=${range}`);
  return succeeded(endpoints.getMarketHistory, reply);
}
