import {
  getMarketCoin,
  getMarketHistory,
  type MarketCoin,
  type MarketSource,
} from '@mercury/contract/api/market.ts';
import { timeSchema } from '@mercury/contract/api/shapes.ts';
import { assetOfMarket } from '@mercury/contract/money/asset.ts';
import { formatPrice, type Price } from '@mercury/contract/money/price.ts';
import * as z from 'zod/mini';

/** The market's answers in the shapes of the contract. They are stored and returned like this. */
export const pricedCoinsSchema = z.strictObject({
  coins: z.array(getMarketCoin.reply.shape.coin),
  /** The service's time of each price, by coin id. A price without a time may be of any age, so it is only shown. */
  pricedAt: z.record(z.string(), timeSchema),
});
export type PricedCoins = z.output<typeof pricedCoinsSchema>;
export const pointsSchema = getMarketHistory.reply.shape.points;
export type PricePoint = z.output<typeof pointsSchema>[number];

export interface Origin {
  readonly source: MarketSource;
  readonly asOf: string;
  readonly isStale: boolean;
}

export interface SaidCoins extends Origin {
  readonly coins: MarketCoin[];
}

export interface SaidCoin extends Origin {
  readonly coin: MarketCoin;
}

export interface SaidHistory extends Origin {
  readonly points: PricePoint[];
}

export interface SaidPrice extends Price {
  readonly asOf: Date;
  /** How far the true price may differ, in hundredths of a percent: as far as two sources differ, or bid and ask. */
  readonly doubtBps?: number;
}

/** The path of the coin's icon, which is drawn and served by us. */
export function markOf(marketId: string): string {
  return `/coins/${assetOfMarket(marketId)?.icon ?? 'unknown'}.svg`;
}

export function pointAt(atMs: number, scaledUsd: bigint): PricePoint {
  return { at: new Date(atMs).toISOString(), price: formatPrice({ scaledUsd }) };
}

/** Takes every n-th item so that at most `max` remain. It always keeps the last one, which is the present. */
export function thinOut<Item>(items: readonly Item[], max: number): Item[] {
  const step = Math.ceil(items.length / max);
  return items.filter((_item, index) => (items.length - 1 - index) % step === 0);
}
