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

/** What the market is asked for, in the contract's own shapes: so it is kept, and so coins and points are answered. */
export const pricedCoinsSchema = z.strictObject({
  coins: z.array(getMarketCoin.reply.shape.coin),
  /**
   * By the coin's id, since when it has cost what it does, as the service says. Where it does not say, the price may be of any
   * age: it is shown, and good for nothing else.
   */
  pricedAt: z.record(z.string(), timeSchema),
});
export type PricedCoins = z.output<typeof pricedCoinsSchema>;
export const pointsSchema = getMarketHistory.reply.shape.points;
export type PricePoint = z.output<typeof pointsSchema>[number];

/** Who said it, when, and whether that is too long ago to trust. */
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

/** A price, and when it was so. */
export interface SaidPrice extends Price {
  readonly asOf: Date;
  /** How far from it the price may be as well, in hundredths of a percent: two sources say different things, or bid and ask do. */
  readonly doubtBps?: number;
}

/** The coin's mark, drawn by us and served by us. */
export function markOf(marketId: string): string {
  return `/coins/${assetOfMarket(marketId)?.icon ?? 'unknown'}.svg`;
}

export function pointAt(atMs: number, scaledUsd: bigint): PricePoint {
  return { at: new Date(atMs).toISOString(), price: formatPrice({ scaledUsd }) };
}

/** Every so manieth, so that no more than `max` are left; the last, which is the present, is always among them. */
export function thinOut<Item>(items: readonly Item[], max: number): Item[] {
  const step = Math.ceil(items.length / max);
  return items.filter((_item, index) => (items.length - 1 - index) % step === 0);
}
