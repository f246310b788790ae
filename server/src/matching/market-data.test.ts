import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checksumOf, levelsChanged, topLevels } from './book.ts';
import { limit, openBook, stopLimit } from './testing/orders.ts';

const steps = { tick: { units: 5, decimals: 2 }, lot: { units: 1, decimals: 1 } };

describe('market data', () => {
  it('changes absolutely: what is left at a price, zero for nothing, best first', () => {
    const { book, place } = openBook();
    place(limit('SELL', 102, 1));
    place(limit('SELL', 101, 5));
    place(limit('BUY', 98, 5));
    const events = [
      ...place(limit('BUY', 102, 3)),
      ...place(limit('BUY', 99, 2)),
      ...place(limit('SELL', 98, 4)),
    ];
    expect(levelsChanged(book, events)).toEqual({
      bids: [
        { price: 99, quantity: 0 },
        { price: 98, quantity: 3 },
      ],
      asks: [{ price: 101, quantity: 2 }],
    });
  });

  it('tells nothing of a stop, not even when it goes', () => {
    const { book, place, run } = openBook();
    const stop = stopLimit('SELL', 95, { price: 94, quantity: 1 });
    const events = [
      ...place(stop),
      ...run({ kind: 'cancel', orderId: stop.orderId, personId: stop.personId }),
    ];
    expect(levelsChanged(book, events)).toEqual({ bids: [], asks: [] });
  });

  it('sums the best of both sides in turn, as decimals of the market', () => {
    const { book, place } = openBook();
    place(limit('BUY', 99, 12));
    place(limit('BUY', 98, 3));
    place(limit('SELL', 100, 7));
    expect(checksumOf(topLevels(book, 10), steps)).toBe(crc32('4.95:1.2:5.00:0.7:4.90:0.3'));
  });

  it('sums ten levels of a side, and no eleventh', () => {
    const { book, place } = openBook();
    for (let price = 99; price > 89; price -= 1) place(limit('BUY', price, 1));
    const ten = checksumOf(topLevels(book, 100), steps);
    place(limit('BUY', 89, 1));
    expect(checksumOf(topLevels(book, 100), steps)).toBe(ten);
    place(limit('BUY', 90, 1));
    expect(checksumOf(topLevels(book, 100), steps)).not.toBe(ten);
  });

  it('of an empty book is that of an empty text', () => {
    expect(checksumOf(topLevels(openBook().book, 10), steps)).toBe(0);
  });
});
