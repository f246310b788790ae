import { describe, expect, it } from 'vitest';
import { marketOf } from '../../test/order-book-samples.ts';
import { acceptedPrices, referencePriceOf, tradedPrices } from './market-facts.ts';

const quotes = (isStale: boolean) => () => ({ price: '0.57', change24h: null, isFixedPrice: false, isStale });
const market = marketOf();

describe('the reference price', () => {
  it('is what the base costs in the quote by the shown prices', () => {
    expect(referencePriceOf(market, quotes(false))).toBe(5700);
    const prices = { BTC: '60000', ETH: '3000' };
    const quoteOf = (asset: string) => ({
      price: asset === 'BTC' ? prices.BTC : prices.ETH,
      change24h: null,
      isFixedPrice: false,
      isStale: false,
    });
    const cross = marketOf({ base: 'ETH', quote: 'BTC', tick: '0.00001', lot: '0.001' });
    expect(referencePriceOf(cross, quoteOf)).toBe(5000);
  });

  it('is the last trade’s where no price is shown, or only an old one, and else unknown', () => {
    expect(referencePriceOf(market, quotes(true))).toBe(6000);
    expect(referencePriceOf(market, () => undefined)).toBe(6000);
    expect(referencePriceOf(marketOf({ lastPrice: null }), () => undefined)).toBeUndefined();
  });

  it('bounds what is taken and what is traded', () => {
    const facts = { market, book: undefined, referencePrice: 5701 };
    expect(acceptedPrices(facts)).toEqual({ low: '0.1141', high: '2.8505' });
    expect(tradedPrices(facts)).toEqual({ low: '0.5131', high: '0.6271' });
  });
});
