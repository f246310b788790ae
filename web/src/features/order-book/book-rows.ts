import type { Level, OwnOrder, Side } from './estimate.ts';
import { type MarketUnits, readFigure } from './market-numbers.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';

export const rowsPerSide = 15;

export interface BookRow extends Level {
  /** Of this level and all better ones. */
  total: string;
  /** Of the larger side's total, from 0 to 1: the length of its bar. */
  depth: number;
}

interface BookSides {
  bids: readonly Level[];
  asks: readonly Level[];
}

/** How many ticks may make one row. */
export const groupings = [1, 10, 100, 1000] as const;
export type Grouping = (typeof groupings)[number];

/**
 * Rows of so many ticks: bids at the lower end and asks at the upper, so that an order at a row's price meets all of it and none looks
 * better than it is.
 */
export function groupLevels(
  levels: readonly Level[],
  side: Side,
  { grouping, units }: { grouping: Grouping; units: MarketUnits },
): readonly Level[] {
  if (grouping === 1) return levels;
  const step = units.tick * BigInt(grouping);
  const sums = new Map<bigint, bigint>();
  for (const level of levels) {
    const price = priceIn(level.price, units);
    const row = (side === 'BUY' ? price / step : (price + step - 1n) / step) * step;
    sums.set(row, (sums.get(row) ?? 0n) + (readFigure(level.quantity, units.quantityDecimals) ?? 0n));
  }
  return Array.from(sums, ([price, quantity]) => ({
    price: formatDecimal(price, units.priceDecimals),
    quantity: formatDecimal(quantity, units.quantityDecimals),
  }));
}

/** The rows in which orders of one's own stand, by their prices. */
export function ownRowsOf(
  own: readonly OwnOrder[],
  side: Side,
  { grouping, units }: { grouping: Grouping; units: MarketUnits },
): ReadonlySet<bigint> {
  const levels = own
    .filter((order) => order.side === side)
    .map(({ price, remaining }) => ({
      price: formatDecimal(BigInt(price) * units.tick, units.priceDecimals),
      quantity: formatDecimal(BigInt(remaining) * units.lot, units.quantityDecimals),
    }));
  return new Set(groupLevels(levels, side, { grouping, units }).map(({ price }) => priceIn(price, units)));
}

export function priceIn(price: string, { priceDecimals }: MarketUnits): bigint {
  return readFigure(price, priceDecimals) ?? 0n;
}

/** The best levels of both sides, the best first. Bars of both are drawn to one scale. */
export function bookRows(
  { bids, asks }: BookSides,
  units: MarketUnits,
): { bids: BookRow[]; asks: BookRow[] } {
  const sides = [bids, asks].map((levels) => withTotals(levels.slice(0, rowsPerSide), units));
  const largest = sides.flat().reduce((most, { sum }) => (sum > most ? sum : most), 1n);
  const [bidRows = [], askRows = []] = sides.map((side) =>
    side.map(({ level, sum }) => ({
      ...level,
      total: formatDecimal(sum, units.quantityDecimals),
      depth: Number(sum) / Number(largest),
    })),
  );
  return { bids: bidRows, asks: askRows };
}

function withTotals(levels: readonly Level[], units: MarketUnits) {
  let sum = 0n;
  return levels.map((level) => {
    sum += readFigure(level.quantity, units.quantityDecimals) ?? 0n;
    return { level, sum };
  });
}

/** Between the best bid and the best ask, for reading; undefined without both. */
export function middleOf({ bids, asks }: BookSides, units: MarketUnits): string | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const sum = priceIn(bid.price, units) + priceIn(ask.price, units);
  return formatDecimal(sum * 5n, units.priceDecimals + 1);
}

/** Between the best ask and the best bid; undefined without both. */
export function spreadOf(
  { bids, asks }: BookSides,
  units: MarketUnits,
): { spread: string; percent: number } | undefined {
  const [bid, ask] = [bids[0], asks[0]].map((level) => level && readFigure(level.price, units.priceDecimals));
  if (bid === undefined || ask === undefined || ask === 0n) return undefined;
  const spread = ask - bid;
  return {
    spread: formatDecimal(spread, units.priceDecimals),
    percent: (Number(spread) / (Number(ask + bid) / 2)) * 100,
  };
}
