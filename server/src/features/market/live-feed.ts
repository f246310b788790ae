import type { MarketRange } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { marketIds } from '@mercury/contract/money/asset.ts';
import type { Logger } from 'pino';
import type { MarketDataSettings } from '../../market-settings.ts';
import type { Database } from '../../db/database.ts';
import {
  pricedCoinsSchema,
  type Origin,
  type PricedCoins,
  type SaidCoin,
  type SaidCoins,
  type SaidHistory,
} from './answers.ts';
import { cacheAnswer, type Answer } from './cached-answer.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createHistories, type KnownHistory } from './histories.ts';
import { createLivePrices, type Coins, type LivePrices } from './live-prices.ts';
import { createMarketService } from './market-service.ts';
import { marketKeys } from './queries.ts';
import { createTicker } from './ticker.ts';

/** Prices of a market-data service, or its last ones while it is away. Undefined if it never answered. */
export interface LiveFeed extends LivePrices {
  /** Never waits. True from the service's first answer on, whichever process got it. */
  hasAnswered(): boolean;
  listCoins(): Promise<SaidCoins | undefined>;
  listAssetPrices(): Promise<SaidCoins | undefined>;
  /** `null` if the market has no such coin. */
  findCoin(id: string): Promise<SaidCoin | null | undefined>;
  findHistory(id: string, range: MarketRange): Promise<SaidHistory | null | undefined>;
  /** Ends when it knows what the database kept. The service is asked in the background. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface LiveFeedOptions {
  readonly settings: MarketDataSettings;
  readonly db: Database;
  readonly log: Logger;
  readonly now: () => number;
  readonly patienceMs: number;
}

export function createLiveFeed({ settings, db, log, now, patienceMs }: LiveFeedOptions): LiveFeed {
  const closing = new AbortController();
  const service = createMarketService(settings, closing.signal);
  const breaker = createCircuitBreaker({ now, log, closing: closing.signal });
  const cacheDeps = { db, log, now, patienceMs };
  const cacheCoins = (key: string, ask: () => Promise<PricedCoins>): Coins =>
    cacheAnswer(cacheDeps, {
      key,
      freshMs: limits.marketKeptMs,
      schema: pricedCoinsSchema,
      ask: () => breaker.call(ask),
    });
  const largest = cacheCoins(marketKeys.largest, () => service.findLargest());
  // Also assets that nobody holds yet: this costs one more call at most, and a wallet's first coin has a price at once.
  const ours = cacheCoins(marketKeys.ours, () => service.findByIds(marketIds()));
  const histories = createHistories(cacheDeps, {
    findHistory: (id, range) => breaker.call(() => service.findHistory(id, range)),
    callsPerMinuteMax: settings.historyCallsPerMinuteMax,
  });
  const ticker = settings.tickerUrl && createTicker({ url: settings.tickerUrl, log, now });
  const prices = createLivePrices({ largest, ours, ticker, now });

  const isStale = ({ saidAtMs }: Answer<unknown>): boolean => now() - saidAtMs > limits.marketStaleAfterMs;
  const originOf = (answer: Answer<unknown>): Origin => ({
    source: 'live',
    asOf: new Date(answer.saidAtMs).toISOString(),
    isStale: isStale(answer),
  });

  async function findCoin(id: string): Promise<SaidCoin | null | undefined> {
    const answers = await Promise.all([largest.latest(), ours.latest()]);
    if (answers.every((answer) => answer === undefined)) return undefined;
    for (const answer of answers) {
      const coin = answer?.value.coins.find((each) => each.id === id);
      if (answer !== undefined && coin !== undefined) return { ...originOf(answer), coin };
    }
    return null;
  }

  return {
    hasAnswered: () => largest.known() !== undefined || ours.known() !== undefined,
    async listCoins() {
      // A service that allowed one call, and then none for a while, has told the coins of our wallets alone.
      const answer = (await largest.latest()) ?? ours.known();
      return answer && { ...originOf(answer), coins: answer.value.coins.slice(0, limits.marketCoinCount) };
    },
    async listAssetPrices() {
      const [answer, ofLargest] = await Promise.all([ours.latest(), largest.latest()]);
      const newest = answer ?? ofLargest;
      return newest && { ...originOf(newest), coins: answer?.value.coins ?? [] };
    },
    ...prices,
    async start() {
      await Promise.all([largest.recall(), ours.recall()]);
      prices.keepFresh();
      ticker?.start();
    },
    findCoin,
    async findHistory(id, range) {
      const said = await findCoin(id);
      return said && upToPresent(await histories.find(id, range), said);
    },
    async close() {
      closing.abort();
      ticker?.close();
      await Promise.all([largest.settled(), ours.settled(), histories.settled()]);
    },
  };
}

/** A history is fetched less often than the price, so the price becomes its last point. */
function upToPresent({ answer, followedForMs }: KnownHistory, { coin, ...origin }: SaidCoin): SaidHistory {
  if (answer === undefined) return { ...origin, isStale: true, points: [] };
  // How the price moved since the end of an old history is unknown.
  if (Date.parse(origin.asOf) - answer.saidAtMs > followedForMs) {
    return {
      ...origin,
      asOf: new Date(answer.saidAtMs).toISOString(),
      isStale: true,
      points: answer.value,
    };
  }
  const earlier = answer.value.filter(({ at }) => at < origin.asOf);
  return { ...origin, points: [...earlier, { at: origin.asOf, price: coin.currentPrice }] };
}
