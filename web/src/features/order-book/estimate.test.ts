import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Book, estimateOf, walkBook } from './estimate.ts';
import { unitsOf } from './market-numbers.ts';

const units = unitsOf({ tick: '0.01', lot: '0.1', quantityMin: '0.1' });
const market = { base: 'MRCY', quote: 'USD', takerFeePpm: 2000 } as const;
const book: Book = {
  seq: 1,
  asks: [
    { price: '10.00', quantity: '1.0' },
    { price: '10.50', quantity: '2.0' },
  ],
  bids: [
    { price: '9.90', quantity: '1.0' },
    { price: '9.00', quantity: '5.0' },
  ],
};

describe('what an order would trade with the shown book', () => {
  it('begins with the best price and takes of the last level what it still wants', () => {
    expect(walkBook(book, { side: 'BUY', quantity: 20n }, units)).toEqual({
      filled: 20n,
      cost: 1000n * 10n + 1050n * 10n,
      best: 1000n,
      worst: 1050n,
      isCutShort: false,
    });
  });

  it('stops at its limit, on either side, and trades at the limit itself', () => {
    expect(walkBook(book, { side: 'BUY', quantity: 20n, limit: 1049n }, units)?.filled).toBe(10n);
    expect(walkBook(book, { side: 'BUY', quantity: 20n, limit: 1050n }, units)?.filled).toBe(20n);
    expect(walkBook(book, { side: 'SELL', quantity: 20n, limit: 901n }, units)?.filled).toBe(10n);
    expect(walkBook(book, { side: 'SELL', quantity: 20n, limit: 991n }, units)).toBeUndefined();
  });

  it('says where the shown book has no more', () => {
    expect(walkBook(book, { side: 'BUY', quantity: 30n }, units)?.isCutShort).toBe(false);
    expect(walkBook(book, { side: 'BUY', quantity: 31n }, units)).toMatchObject({
      filled: 30n,
      isCutShort: true,
    });
  });

  it('buys whole lots for a budget, and never spends more', () => {
    expect(walkBook(book, { side: 'BUY', budget: 20_999n }, units)).toMatchObject({
      filled: 20n,
      cost: 20_500n,
    });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 60_000n }), (budget) => {
        const walk = walkBook(book, { side: 'BUY', budget }, units);
        expect(walk?.cost ?? 0n).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it('tells average price, slippage and the fee, which is rounded up', () => {
    const walk = walkBook(book, { side: 'SELL', quantity: 20n }, units);
    const estimate = walk && estimateOf(walk, 'SELL', { market, units });
    expect(estimate).toMatchObject({
      filled: '2.0',
      cost: '18.900',
      averagePrice: '9.45',
      isCutShort: false,
    });
    expect(Number(estimate?.fee)).toBeCloseTo(0.0378, 4);
    expect(estimate?.slippagePercent).toBeCloseTo(4.545, 2);
    expect(estimate?.movedPercent).toBeCloseTo(9.09, 2);
  });
});
