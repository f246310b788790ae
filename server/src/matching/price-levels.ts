import type { OpenOrder } from './order.ts';

/** What an open order is from its beginning to its end; amended otherwise than in its place, it is another. */
export type FixedTerms = Omit<OpenOrder, 'quantity' | 'remaining' | 'queuedSeq'>;

/** An open order: what changes, and its places among the orders of its price and among those of its person. */
export interface OrderNode {
  readonly terms: FixedTerms;
  quantity: number;
  remaining: number;
  queuedSeq: number | undefined;
  isOpen: boolean;
  /** Of its id, and the next one of the same chain in the index. */
  idHash: number;
  nextInBucket: OrderNode | undefined;
  level: Level | undefined;
  ahead: OrderNode | undefined;
  behind: OrderNode | undefined;
  readonly person: OrdersOfPerson;
  personAhead: OrderNode | undefined;
  personBehind: OrderNode | undefined;
}

export interface OrdersOfPerson {
  count: number;
  last: OrderNode | undefined;
}

/** The orders of one price, the first to trade first. */
export interface Level {
  readonly price: number;
  /** The sum of what remains of them. */
  quantity: number;
  first: OrderNode | undefined;
  last: OrderNode | undefined;
}

/**
 * Prices with orders, in an array with the best last: most orders come and go near the best price, where little has to be moved.
 */
export interface PriceLevels {
  /** 1 where the highest price is the best, -1 where the lowest is. */
  readonly direction: 1 | -1;
  readonly levels: Level[];
}

/** What the public sees of the orders of one price; with quantity 0 there are none any more. */
export interface BookLevel {
  readonly price: number;
  readonly quantity: number;
}

/** Both sides from the best price on. */
export interface BookLevels {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export function createPriceLevels(best: 'highest' | 'lowest'): PriceLevels {
  return { direction: best === 'highest' ? 1 : -1, levels: [] };
}

export function bestLevel({ levels }: PriceLevels): Level | undefined {
  return levels[levels.length - 1];
}

export function levelAt(side: PriceLevels, price: number): Level | undefined {
  const level = side.levels[indexFor(side, price)];
  return level?.price === price ? level : undefined;
}

/** Where the level of this price is, or would be put. */
function indexFor({ levels, direction }: PriceLevels, price: number): number {
  const rank = price * direction;
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = levels[middle];
    if (level !== undefined && level.price * direction < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts the order behind all others of the price. */
export function append(side: PriceLevels, price: number, node: OrderNode): void {
  const index = indexFor(side, price);
  let level = side.levels[index];
  if (level?.price !== price) {
    level = { price, quantity: 0, first: undefined, last: undefined };
    if (index === side.levels.length) side.levels.push(level);
    else side.levels.splice(index, 0, level);
  }
  node.level = level;
  node.ahead = level.last;
  if (level.last === undefined) level.first = node;
  else level.last.behind = node;
  level.last = node;
  level.quantity += node.remaining;
}

export function takeOut(side: PriceLevels, node: OrderNode): void {
  const { level, ahead, behind } = node;
  if (level === undefined) return;
  if (ahead === undefined) level.first = behind;
  else ahead.behind = behind;
  if (behind === undefined) level.last = ahead;
  else behind.ahead = ahead;
  node.level = undefined;
  node.ahead = undefined;
  node.behind = undefined;
  level.quantity -= node.remaining;
  if (level.first !== undefined) return;
  if (level === bestLevel(side)) side.levels.pop();
  else side.levels.splice(indexFor(side, level.price), 1);
}

/** Lowers what remains of an order, and of its level. */
export function reduce(node: OrderNode, quantity: number): void {
  node.remaining -= quantity;
  if (node.level !== undefined) node.level.quantity -= quantity;
}
