import type { BookUpdate } from '@mercury/contract/api/stream.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from './estimate.ts';
import { checksumOf, createLiveBook } from './live-book.ts';

const level = (price: string, quantity: string): Level => ({ price, quantity });

function snapshot(seq: number, bids: Level[], asks: Level[], checksum = checksumOf({ bids, asks })) {
  return { type: 'snapshot', channel: 'book', market: 'MRCY-USD', seq, bids, asks, checksum } as const;
}

function update(fromSeq: number, changes: Partial<BookUpdate>): BookUpdate {
  const seq = fromSeq + 1;
  return {
    type: 'update',
    channel: 'book',
    market: 'MRCY-USD',
    fromSeq,
    seq,
    bids: [],
    asks: [],
    checksum: 0,
    ...changes,
  };
}

describe('the book that the stream tells', () => {
  // Of "4.95:1.2:5.00:0.7:4.90:0.3" by zlib.
  it('has the sum that the server has: CRC-32 of the best ten in turn', () => {
    const bids = [level('4.95', '1.2'), level('4.90', '0.3')];
    const asks = [level('5.00', '0.7')];
    expect(checksumOf({ bids, asks })).toBe(2307463306);
    const many = Array.from({ length: 12 }, (_, at) => level(`1${at}.00`, '1.0'));
    expect(checksumOf({ bids: [], asks: many })).toBe(checksumOf({ bids: [], asks: many.slice(0, 10) }));
  });

  it('changes, adds and removes levels, and keeps the best ones first', () => {
    const book = createLiveBook();
    expect(book.take(snapshot(7, [level('9.00', '1.0')], [level('10.00', '1.0')]))).toBe(true);
    const bids = [level('9.50', '2.0'), level('9.00', '3.0')];
    const asks = [level('11.00', '4.0')];
    const changes = {
      bids: [level('9.00', '3.0'), level('9.50', '2.0')],
      asks: [level('11.00', '4.0'), level('10.00', '0.0')],
    };
    expect(book.take(update(7, { ...changes, checksum: checksumOf({ bids, asks }) }))).toBe(true);
    expect(book.read()).toMatchObject({ seq: 8, bids, asks });
  });

  it('notices a message that is missing, and a sum that is not its own', () => {
    const book = createLiveBook();
    expect(book.take(update(7, {}))).toBe(false);
    expect(book.take(snapshot(7, [level('9.00', '1.0')], []))).toBe(true);
    expect(book.take(update(8, { checksum: checksumOf(book.read()) }))).toBe(false);
    expect(book.take(snapshot(9, [level('9.00', '1.0')], [], 1))).toBe(false);
    expect(book.take(snapshot(9, [level('9.00', '1.0')], []))).toBe(true);
    expect(book.take(update(9, { bids: [level('9.10', '1.0')], checksum: checksumOf(book.read()) }))).toBe(
      false,
    );
  });

  it('is after any changes what a plain list of them is', () => {
    const change = fc.record({
      ticks: fc.integer({ min: 1, max: 40 }),
      lots: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const book = createLiveBook();
        book.take(snapshot(0, [], []));
        const kept = new Map<number, number>();
        changes.forEach(({ ticks, lots }, at) => {
          if (lots === 0) kept.delete(ticks);
          else kept.set(ticks, lots);
          const bids = [...kept]
            .sort(([one], [other]) => other - one)
            .map(([price, quantity]) => level((price / 10).toFixed(1), String(quantity)));
          const changed = [level((ticks / 10).toFixed(1), String(lots))];
          const message = update(at, { bids: changed, checksum: checksumOf({ bids, asks: [] }) });
          expect(book.take(message)).toBe(true);
          expect(book.read().bids).toMatchObject(bids);
        });
      }),
    );
  });
});
