import type { MarketTerms } from '../orders/market-terms.ts';
import type { Ladder, Level } from './ladder.ts';

export type Side = 'BUY' | 'SELL';

/** An open order of the house; in ticks and lots. */
export interface OwnOrder {
  readonly id: string;
  readonly market: string;
  readonly side: Side;
  readonly price: number;
  readonly remaining: number;
  readonly filled: number;
}

/** How much more of base and quote the orders of a side may move, in smallest units: one in, the other out. */
export interface Room {
  readonly base: bigint;
  readonly quote: bigint;
}

export interface Plan {
  readonly cancelled: readonly OwnOrder[];
  readonly moved: readonly { readonly order: OwnOrder; readonly level: Level }[];
  readonly placed: readonly { readonly side: Side; readonly level: Level }[];
}

/**
 * What brings the orders of a side to its levels with the fewest commands. An order that is at its level or little further away, and
 * was not half taken, stays and keeps its priority. What `room` does not allow is left out, the furthest first.
 */
export function planSide(
  market: MarketTerms,
  asked: {
    readonly side: Side;
    readonly ladder: Ladder;
    readonly own: readonly OwnOrder[];
    readonly room: Room;
  },
): Plan {
  const { side, ladder, own, room } = asked;
  const levels = side === 'BUY' ? ladder.bids : ladder.asks;
  const { slots, left } = fill(levels, own, ladder.tolerance);
  const count = countWithin(market, slots, withOwn(market, room, own));
  const [standing, beyond] = [slots.slice(0, count), slots.slice(count)];
  return {
    cancelled: [...left, ...beyond.flatMap(({ order }) => order ?? [])],
    moved: standing.flatMap(({ order, level, stays }) =>
      order === undefined || stays ? [] : [{ order, level }],
    ),
    placed: standing.flatMap(({ order, level }) => (order === undefined ? [{ side, level }] : [])),
  };
}

interface Slot {
  readonly level: Level;
  order: OwnOrder | undefined;
  stays: boolean;
}

function fill(
  levels: readonly Level[],
  own: readonly OwnOrder[],
  tolerance: number,
): { slots: readonly Slot[]; left: readonly OwnOrder[] } {
  const left = new Set(own);
  const slots = levels.map((level): Slot => {
    const order = [...left].find((one) => standsAt(one, level, tolerance));
    if (order !== undefined) left.delete(order);
    return { level, order, stays: order !== undefined };
  });
  for (const slot of slots) {
    const [order] = left;
    if (slot.order !== undefined || order === undefined) continue;
    slot.order = order;
    left.delete(order);
  }
  return { slots, left: [...left] };
}

/** Never nearer to the price than its level: that is as near as the house dares to quote. */
function standsAt(
  { side, price, remaining }: OwnOrder,
  { price: wanted, lots }: Level,
  tolerance: number,
): boolean {
  const away = side === 'BUY' ? wanted - price : price - wanted;
  return away >= 0 && away <= tolerance && remaining * 2 >= lots && remaining <= lots * 2;
}

/** The orders that are there have their part of the limit already. */
function withOwn(market: MarketTerms, { base, quote }: Room, own: readonly OwnOrder[]): Room {
  const amounts = own.map((order) => amountsOf(market, { price: order.price, lots: order.remaining }));
  return {
    base: amounts.reduce((sum, each) => sum + each.base, base),
    quote: amounts.reduce((sum, each) => sum + each.quote, quote),
  };
}

/** An order on its way from one level to another counts as the larger. */
function countWithin(market: MarketTerms, slots: readonly Slot[], room: Room): number {
  let [base, quote] = [room.base, room.quote];
  for (const [index, { level, order, stays }] of slots.entries()) {
    const present = order && amountsOf(market, { price: order.price, lots: order.remaining });
    const wanted = stays ? present : amountsOf(market, level);
    base -= larger(present?.base, wanted?.base);
    quote -= larger(present?.quote, wanted?.quote);
    if (base < 0n || quote < 0n) return index;
  }
  return slots.length;
}

function larger(one = 0n, other = 0n): bigint {
  return one > other ? one : other;
}

/** What changes hands if all of it trades. */
export function amountsOf({ units }: MarketTerms, { price, lots }: Level): Room {
  return {
    base: BigInt(lots) * units.baseUnitsPerLot,
    quote: BigInt(price) * BigInt(lots) * units.quoteUnitsPerTickLot,
  };
}
