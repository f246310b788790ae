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
  /** From the first to the last, in percent of the first; null where that was nothing. */
  changePercent: number | null;
}

/** Undefined where there are too few prices to speak of a course. A price is more than nothing. */
export function courseOf(prices: readonly number[]): (PriceCourse & { changePercent: number }) | undefined {
  const [first] = prices;
  const last = prices.at(-1);
  if (prices.length < 2 || first === undefined || last === undefined || first <= 0) return undefined;
  return {
    lowest: Math.min(...prices),
    highest: Math.max(...prices),
    changePercent: ((last - first) / first) * 100,
  };
}
