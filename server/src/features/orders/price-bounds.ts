import { limits } from '@mercury/contract/limits.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { priceRangeOf } from '@mercury/contract/money/order-book.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { Context } from '../../matching/book.ts';
import { presentPriceOf, type PriceSource } from '../market/price-of.ts';
import type { MarketTerms } from './market-terms.ts';

export type PriceBounds = Pick<Context, 'referencePrice' | 'priceMin' | 'priceMax'>;

/**
 * Around the price that people see now; where there is none, around what the market itself traded at. Undefined if it never
 * traded either.
 */
export function boundsOf(
  source: PriceSource,
  market: MarketTerms,
  traded: { readonly meanPrice: number | null; readonly lastPrice: number | null },
): PriceBounds | undefined {
  const reference = outsidePrice(source, market) ?? traded.meanPrice ?? traded.lastPrice;
  if (reference === null || reference < 1 || reference > limits.orderTicksMax) return undefined;
  return { referencePrice: reference, ...priceRangeOf(reference, market.rangeBps) };
}

/** In ticks. */
function outsidePrice(source: PriceSource, { base, quote, tickUnits }: MarketTerms): number | undefined {
  const ofBase = presentPriceOf(source, base);
  const ofQuote = presentPriceOf(source, quote);
  if (ofBase === undefined || ofQuote === undefined) return undefined;
  const dividend = ofBase.scaledUsd * 10n ** BigInt(assetOf(quote).decimals);
  return Number(divide(dividend, ofQuote.scaledUsd * tickUnits, 'half-even'));
}
