import type { Market } from '@mercury/contract/api/markets.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { priceRangeOf, reducedFeePpm } from '@mercury/contract/money/order-book.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { useMemo } from 'react';
import { type AssetQuote, useAssetQuotes } from '../../domain/asset-quotes.ts';
import { type Book, lotsOf, type OwnOrder, ticksOf } from './estimate.ts';
import { type MarketUnits, unitsOf } from './market-numbers.ts';
import { useFeePercents } from './queries.ts';

/** What the estimate goes by, beside the order and the money. */
export interface MarketFacts {
  /** With the fees that the person pays. */
  market: Market;
  book: Book | undefined;
  /** The person's own orders, which the book contains. */
  own?: readonly OwnOrder[] | undefined;
  /** In ticks; undefined where nobody knows it. */
  referencePrice?: number | undefined;
}

export function useMarketFacts(
  market: Market,
  book: Book | undefined,
  orders: readonly Order[] | undefined,
): MarketFacts {
  const quoteOf = useAssetQuotes();
  const { makerPercent, takerPercent } = useFeePercents();
  const { tick, lot, quantityMin } = market;
  const own = useMemo(() => {
    const units = unitsOf({ tick, lot, quantityMin });
    return orders?.filter(isInBook).map((order) => openOrderOf(order, units));
  }, [orders, tick, lot, quantityMin]);
  return {
    market: {
      ...market,
      makerFeePpm: reducedFeePpm(market.makerFeePpm, makerPercent),
      takerFeePpm: reducedFeePpm(market.takerFeePpm, takerPercent),
    },
    book,
    own,
    referencePrice: referencePriceOf(market, quoteOf),
  };
}

/** A stop that waits is seen by nobody. */
const isInBook = ({ status, price }: Order): boolean => status === 'OPEN' && price !== null;

/** Of the person who looks. Its fees are frozen, and shown nowhere here. */
export function openOrderOf(order: Order, units: MarketUnits): OwnOrder {
  const quantity = lotsOf(order.quantity ?? '0', units);
  return {
    orderId: order.id,
    personId: 'own',
    side: order.side,
    selfTrade: order.selfTrade,
    makerFeePpm: 0,
    takerFeePpm: 0,
    price: ticksOf(order.price ?? '0', units),
    quantity,
    remaining: quantity - lotsOf(order.filled, units),
    seq: order.seq,
    timeInForce: 'GTC',
    isPostOnly: order.postOnly,
    expiresAt: undefined,
    stopPrice: undefined,
    queuedSeq: undefined,
  };
}

type QuoteOf = (asset: AssetCode) => AssetQuote | undefined;

/** By the prices that everybody is shown, as the server takes it; else what the market traded at last, in place of its mean. */
export function referencePriceOf(market: Market, quoteOf: QuoteOf): number | undefined {
  const units = unitsOf(market);
  const base = usdPriceOf(market.base, quoteOf);
  const quote = usdPriceOf(market.quote, quoteOf);
  if (base === undefined || quote === undefined) {
    return market.lastPrice === null ? undefined : ticksOf(market.lastPrice, units);
  }
  const price = Number(divide(base * 10n ** BigInt(units.priceDecimals), quote * units.tick, 'half-even'));
  return price < 1 || price > limits.orderTicksMax ? undefined : price;
}

function usdPriceOf(asset: AssetCode, quoteOf: QuoteOf): bigint | undefined {
  const quote = asset === 'USD' ? { price: '1', isStale: false } : quoteOf(asset);
  return quote && !quote.isStale ? parsePrice(asset, quote.price)?.scaledUsd : undefined;
}

interface PriceBounds {
  low: string;
  high: string;
}

/** Prices that the server takes at all, for reading. */
export function acceptedPrices({ market, referencePrice }: MarketFacts): PriceBounds | undefined {
  if (referencePrice === undefined) return undefined;
  const factor = limits.orderPriceFactorMax;
  return inDecimals(market, Math.ceil(referencePrice / factor), referencePrice * factor);
}

/** Prices at which the market trades now. */
export function tradedPrices({ market, referencePrice }: MarketFacts): PriceBounds | undefined {
  if (referencePrice === undefined) return undefined;
  const { priceMin, priceMax } = priceRangeOf(referencePrice, market.priceRangeBps);
  return inDecimals(market, priceMin, priceMax);
}

function inDecimals(market: Market, low: number, high: number): PriceBounds {
  const { tick, priceDecimals } = unitsOf(market);
  const decimal = (ticks: number) => formatDecimal(BigInt(ticks) * tick, priceDecimals);
  return { low: decimal(low), high: decimal(high) };
}
