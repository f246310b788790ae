import type { Market, orderSides } from '@mercury/contract/api/markets.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { type MarketUnits, readFigure, wholeSteps } from './market-numbers.ts';

export type Side = (typeof orderSides)[number];

export interface Level {
  price: string;
  quantity: string;
}

export interface Book {
  seq: number;
  bids: readonly Level[];
  asks: readonly Level[];
}

/** Figures as `MarketUnits` counts them; the budget is a cost. */
interface Wish {
  side: Side;
  /** Undefined for an order at the market. */
  limit?: bigint | undefined;
  quantity?: bigint | undefined;
  budget?: bigint | undefined;
}

export interface Walk {
  filled: bigint;
  cost: bigint;
  best: bigint;
  worst: bigint;
  /** The shown book has no more for it. */
  isCutShort: boolean;
}

export function oppositeOf(book: Book, side: Side): readonly Level[] {
  return side === 'BUY' ? book.asks : book.bids;
}

/**
 * What an order would trade with the shown levels at once: the best price first, each level as a whole. The same rules as
 * docs/trading.md for what can be seen here; orders of one's own, the price range and whoever comes first are not. Undefined if it
 * would trade nothing.
 */
export function walkBook(book: Book, wish: Wish, units: MarketUnits): Walk | undefined {
  const levels = oppositeOf(book, wish.side);
  let left = wish.quantity ?? wish.budget ?? 0n;
  let walk: Walk | undefined;
  for (const level of levels) {
    const price = readFigure(level.price, units.priceDecimals) ?? 0n;
    const offered = readFigure(level.quantity, units.quantityDecimals) ?? 0n;
    if (price <= 0n || isBeyond(price, wish)) break;
    const wanted = wish.quantity === undefined ? wholeSteps(left / price, units.lot) : left;
    const taken = wanted < offered ? wanted : offered;
    if (taken <= 0n) break;
    left -= wish.quantity === undefined ? taken * price : taken;
    walk = {
      filled: (walk?.filled ?? 0n) + taken,
      cost: (walk?.cost ?? 0n) + taken * price,
      best: walk?.best ?? price,
      worst: price,
      isCutShort: wanted > offered,
    };
    if (wanted <= offered) break;
  }
  return walk;
}

function isBeyond(price: bigint, { side, limit }: Wish): boolean {
  if (limit === undefined) return false;
  return side === 'BUY' ? price > limit : price < limit;
}

/** In percent, for reading. */
export function distancePercent(from: bigint, to: bigint): number {
  return from === 0n ? 0 : (Number(to - from) / Number(from)) * 100;
}

export interface Estimate {
  /** Decimals, for reading. */
  filled: string;
  cost: string;
  averagePrice: string;
  /** Of the taker, in the currency that is received. */
  fee: string;
  /** Between the best price and the average, never below zero. */
  slippagePercent: number;
  /** Between the best price and the worst. */
  movedPercent: number;
  isCutShort: boolean;
}

export function estimateOf(walk: Walk, side: Side, { market, units }: EstimateTerms): Estimate {
  const { filled, cost, best, worst, isCutShort } = walk;
  const average = divide(cost, filled, 'half-even');
  // Exact: more decimals than the price has would show a slippage of zero as one.
  const slippage = (Number(cost) / (Number(best) * Number(filled)) - 1) * 100;
  return {
    filled: formatDecimal(filled, units.quantityDecimals),
    cost: formatDecimal(cost, units.costDecimals),
    averagePrice: formatDecimal(average, units.priceDecimals),
    fee: feeOf(walk, side, { market, units }),
    slippagePercent: Math.max(0, side === 'BUY' ? slippage : -slippage),
    movedPercent: Math.abs(distancePercent(best, worst)),
    isCutShort,
  };
}

interface EstimateTerms {
  market: Pick<Market, 'base' | 'quote' | 'takerFeePpm'>;
  units: MarketUnits;
}

/** Rounded up to the smallest unit, as the server does. */
function feeOf({ filled, cost }: Walk, side: Side, { market, units }: EstimateTerms): string {
  const [asset, received, decimals] =
    side === 'BUY'
      ? [assetOf(market.base), filled, units.quantityDecimals]
      : [assetOf(market.quote), cost, units.costDecimals];
  const whole = received * 10n ** BigInt(Math.max(0, asset.decimals - decimals));
  return formatDecimal(divide(whole * BigInt(market.takerFeePpm), 1_000_000n, 'up'), asset.decimals);
}
