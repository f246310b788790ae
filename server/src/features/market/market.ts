import type { MarketRange } from '@mercury/contract/api/market.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Price } from '@mercury/contract/money/price.ts';
import type { Logger } from 'pino';
import type { MarketDataSettings } from '../../market-settings.ts';
import type { Database } from '../../db/database.ts';
import type { SaidCoin, SaidCoins, SaidHistory, SaidPrice } from './answers.ts';
import { createLiveFeed } from './live-feed.ts';
import { createPretendFeed } from './pretend-feed.ts';

/**
 * Coin prices from the market-data service. They are pretended here without a service, and until it has answered once. What is
 * missing is undefined.
 */
export interface Market {
  listCoins(): Promise<SaidCoins>;
  /** The coins that can be held here, be they among the largest or not. */
  listAssetPrices(): Promise<SaidCoins>;
  findCoin(id: string): Promise<SaidCoin | undefined>;
  findHistory(id: string, range: MarketRange): Promise<SaidHistory | undefined>;
  /** Never waits. Only what the service said within the last minutes. */
  livePriceOf(asset: AssetCode): SaidPrice | undefined;
  /** Calls the service if its price is old, then returns the newest, however old. It waits a moment at most. */
  latestLivePriceOf(asset: AssetCode): Promise<SaidPrice | undefined>;
  /** Never waits and never calls: the service's last price, however old. */
  knownLivePriceOf(asset: AssetCode): SaidPrice | undefined;
  /** To be shown only: the service's last price, however old, also one whose time it did not say. */
  shownLivePriceOf(asset: AssetCode): Price | undefined;
  pretendedPriceOf(asset: AssetCode): SaidPrice | undefined;
  /** Never waits. True without a service, and until its first answer; then never again, also after a restart. */
  isPretended(): boolean;
  /** From now on prices stay fresh even if nobody looks at the market. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Well below the time for which prices stay fresh. While they are fresh, a refresh is cheap. */
const refreshMsByDefault = 15_000;

export function createMarket(options: {
  settings: MarketDataSettings | undefined;
  db: Database;
  log: Logger;
  patienceMs?: number | undefined;
  /** How often old prices are refreshed in the background. */
  refreshMs?: number | undefined;
}): Market {
  const { settings, db, log, patienceMs = 1_000, refreshMs = refreshMsByDefault } = options;
  const now = (): number => Date.now();
  const pretend = createPretendFeed(now);
  const live = settings && createLiveFeed({ settings, db, log, now, patienceMs });
  let timer: NodeJS.Timeout | undefined;

  return {
    listCoins: async () => (await live?.listCoins()) ?? pretend.listCoins(),
    listAssetPrices: async () => (await live?.listAssetPrices()) ?? pretend.listAssetPrices(),
    async findCoin(id) {
      const said = await live?.findCoin(id);
      return said === undefined ? pretend.findCoin(id) : (said ?? undefined);
    },
    async findHistory(id, range) {
      const said = await live?.findHistory(id, range);
      return said === undefined ? pretend.findHistory(id, range) : (said ?? undefined);
    },
    livePriceOf: (asset) => live?.priceOf(asset),
    latestLivePriceOf: async (asset) => live?.latestPriceOf(asset),
    knownLivePriceOf: (asset) => live?.knownPriceOf(asset),
    shownLivePriceOf: (asset) => live?.shownPriceOf(asset),
    pretendedPriceOf: (asset) => pretend.priceOf(asset),
    isPretended: () => live?.hasAnswered() !== true,
    async start() {
      await live?.start();
      if (live !== undefined) timer = setInterval(() => live.keepFresh(), refreshMs).unref();
    },
    async close() {
      clearInterval(timer);
      await live?.close();
    },
  };
}
