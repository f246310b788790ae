import type { MarketRange } from '@mercury/contract/api/market.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Logger } from 'pino';
import type { MarketDataSettings } from '../../market-settings.ts';
import type { Database } from '../../db/database.ts';
import type { SaidCoin, SaidCoins, SaidHistory, SaidPrice } from './answers.ts';
import { createLiveFeed } from './live-feed.ts';
import { createPretendFeed } from './pretend-feed.ts';

/**
 * What coins cost: as a market-data service says, or, where none is set or none has ever answered, as pretended here. What
 * is asked for and is not there is undefined.
 */
export interface Market {
  listCoins(): Promise<SaidCoins>;
  findCoin(id: string): Promise<SaidCoin | undefined>;
  findHistory(id: string, range: MarketRange): Promise<SaidHistory | undefined>;
  /** Never waits: what the service said within the last minutes. */
  livePriceOf(asset: AssetCode): SaidPrice | undefined;
  /** Asks the service where what it said is old, and answers the last that it said, however long ago. Waits for moments only. */
  latestLivePriceOf(asset: AssetCode): Promise<SaidPrice | undefined>;
  /** Never waits and never asks: the last that the service said, however long ago. */
  knownLivePriceOf(asset: AssetCode): SaidPrice | undefined;
  pretendedPriceOf(asset: AssetCode): SaidPrice | undefined;
  /** From now on prices are known also where nobody looks at the market. */
  start(): void;
  close(): Promise<void>;
}

/** Well within the time that prices keep, and cheap where they do. */
const refreshMsByDefault = 15_000;

export function createMarket(options: {
  settings: MarketDataSettings | undefined;
  db: Database;
  log: Logger;
  patienceMs?: number | undefined;
  /** How often old prices are asked for again by themselves. */
  refreshMs?: number | undefined;
}): Market {
  const { settings, db, log, patienceMs = 1_000, refreshMs = refreshMsByDefault } = options;
  const now = (): number => Date.now();
  const pretend = createPretendFeed(now);
  const live = settings && createLiveFeed({ settings, db, log, now, patienceMs });
  let timer: NodeJS.Timeout | undefined;

  return {
    listCoins: async () => (await live?.listCoins()) ?? pretend.listCoins(),
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
    pretendedPriceOf: (asset) => pretend.priceOf(asset),
    start() {
      live?.start();
      if (live !== undefined) timer = setInterval(() => live.keepFresh(), refreshMs).unref();
    },
    async close() {
      clearInterval(timer);
      await live?.close();
    },
  };
}
