import { crc32 } from 'node:zlib';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import type { Book } from './book-state.ts';
import type { BookEvent } from './event.ts';
import type { Side } from './order.ts';
import { levelAt, type BookLevel, type BookLevels, type PriceLevels } from './price-levels.ts';

/** How ticks and lots are written: 5 units with 2 decimals make steps of 0.05. */
export interface DecimalStep {
  readonly units: number;
  readonly decimals: number;
}

export function topLevels(book: Book, depth: number): BookLevels {
  return { bids: topOf(book.bids, depth), asks: topOf(book.asks, depth) };
}

function topOf({ levels }: PriceLevels, depth: number): BookLevel[] {
  return levels
    .slice(-depth)
    .map(({ price, quantity }) => ({ price, quantity }))
    .toReversed();
}

/**
 * The levels that these events may have changed, with what they have now: `book` is the book after the last of them. Stops that
 * wait show nothing.
 */
export function levelsChanged(book: Book, events: readonly BookEvent[]): BookLevels {
  const bids = new Set<number>();
  const asks = new Set<number>();
  const touch = (side: Side, price: number): unknown => (side === 'BUY' ? bids : asks).add(price);
  for (const event of events) {
    switch (event.kind) {
      case 'rested':
        touch(event.order.side, event.order.price);
        break;
      case 'removed':
        if (!event.isStop) touch(event.side, event.price);
        break;
      case 'amended':
        touch(event.side, event.price);
        break;
      case 'traded':
      case 'prevented':
        touch(event.takerSide === 'BUY' ? 'SELL' : 'BUY', event.price);
        break;
      case 'waiting':
      case 'triggered':
      case 'queued':
      case 'ended':
      case 'refused':
        break;
      default:
        event satisfies never;
    }
  }
  return { bids: present(book.bids, bids), asks: present(book.asks, asks) };
}

function present(side: PriceLevels, prices: ReadonlySet<number>): BookLevel[] {
  return [...prices]
    .sort((one, other) => (other - one) * side.direction)
    .map((price) => ({ price, quantity: levelAt(side, price)?.quantity ?? 0 }));
}

const checkedDepth = 10;

/**
 * By which a client finds out that its book is wrong: the CRC-32 of the ten best bids and asks in turn, best first, as
 * `price:quantity` with all decimals of the market, joined by colons. A side that has fewer is passed over.
 */
export function checksumOf(
  levels: BookLevels,
  { tick, lot }: { tick: DecimalStep; lot: DecimalStep },
): number {
  const parts: string[] = [];
  const write = (level: BookLevel | undefined): void => {
    if (level !== undefined) parts.push(inSteps(level.price, tick), inSteps(level.quantity, lot));
  };
  for (let index = 0; index < checkedDepth; index += 1) {
    write(levels.bids[index]);
    write(levels.asks[index]);
  }
  return crc32(parts.join(':'));
}

function inSteps(count: number, { units, decimals }: DecimalStep): string {
  return formatDecimal(BigInt(count) * BigInt(units), decimals);
}
