import {
  getMarketCoin,
  getMarketHistory,
  type MarketCoin,
  type MarketSource,
} from '@mercury/contract/api/market.ts';
import { formatPrice, type Price } from '@mercury/contract/money/price.ts';
import * as z from 'zod/mini';

/** What the market is asked for, in the contract's own shapes: so it is kept, and so it is answered. */
export const coinsSchema = z.array(getMarketCoin.reply.shape.coin);
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

/** A price, and when it was said. */
export interface SaidPrice extends Price {
  readonly asOf: Date;
}

export function pointAt(atMs: number, scaledUsd: bigint): PricePoint {
  return { at: new Date(atMs).toISOString(), price: formatPrice({ scaledUsd }) };
}

/** Every so manieth, so that no more than `max` are left; the last, which is the present, is always among them. */
export function thinOut<Item>(items: readonly Item[], max: number): Item[] {
  const step = Math.ceil(items.length / max);
  return items.filter((_item, index) => (items.length - 1 - index) % step === 0);
}
