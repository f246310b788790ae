import type { MarketCoin } from '@mercury/contract/api/market.ts';

export type Direction = 'up' | 'down' | 'level';

/** Changes are shown with two decimals: what is less than that is no change to a reader. */
export function directionOf(percent: number): Direction {
  const hundredths = Math.round(percent * 100);
  if (hundredths === 0) return 'level';
  return hundredths > 0 ? 'up' : 'down';
}

/** What there is to say of a course of prices. Nothing is paid by it, so floating point is good enough. */
export interface PriceCourse {
  lowest: number;
  highest: number;
  /** From the first to the last, in percent of the first. */
  changePercent: number;
}

/** Undefined where there are too few prices to speak of a course. */
export function courseOf(prices: readonly number[]): PriceCourse | undefined {
  const [first] = prices;
  const last = prices.at(-1);
  if (prices.length < 2 || first === undefined || last === undefined || first <= 0) return undefined;
  return {
    lowest: Math.min(...prices),
    highest: Math.max(...prices),
    changePercent: ((last - first) / first) * 100,
  };
}

/** The line of seven days that a coin brings, as numbers to draw and to speak of. */
export function weekOf({ week }: Pick<MarketCoin, 'week'>) {
  const values = week.map(Number);
  const course = courseOf(values);
  return { values, course, direction: course ? directionOf(course.changePercent) : 'level' } as const;
}
