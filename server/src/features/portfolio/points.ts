import type { PortfolioRange } from '@mercury/contract/api/portfolio.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const steps: Readonly<Record<PortfolioRange, { readonly ms: number; readonly count: number }>> = {
  day: { ms: 30 * minuteMs, count: 48 },
  week: { ms: 2 * hourMs, count: 84 },
  month: { ms: 8 * hourMs, count: 90 },
  year: { ms: 4 * dayMs, count: 91 },
};

/** Oldest first; the last is the present. */
export function timesUntil(presentMs: number, range: PortfolioRange): number[] {
  const { ms, count } = steps[range];
  return Array.from({ length: count + 1 }, (_, index) => presentMs - (count - index) * ms);
}

export interface TimedMovement {
  readonly atMs: number;
  readonly amount: bigint;
}

/**
 * The balance at each time, computed back from the present one. Expects the times in order. The last time is the present, even if
 * another machine's clock puts a movement later.
 */
export function balancesAt(
  timesMs: readonly number[],
  { present, movements }: { present: bigint; movements: readonly TimedMovement[] },
): bigint[] {
  const latestFirst = movements.toSorted((one, other) => other.atMs - one.atMs);
  let balance = present;
  let next = 0;
  return timesMs
    .map((timeMs, index) => {
      const isPresent = index === timesMs.length - 1;
      return isPresent ? Infinity : timeMs;
    })
    .toReversed()
    .map((timeMs) => {
      for (let movement = latestFirst[next]; movement !== undefined && movement.atMs > timeMs;) {
        balance -= movement.amount;
        next += 1;
        movement = latestFirst[next];
      }
      return balance;
    })
    .toReversed();
}

/** Of each time what moved since the one before; nothing of the first. The last gets what is later, as its balance does. */
export function movementsUntil<Moved extends { readonly atMs: number }>(
  timesMs: readonly number[],
  movements: readonly Moved[],
): Moved[][] {
  const last = timesMs.length - 1;
  const parts = timesMs.map((): Moved[] => []);
  for (const movement of movements) {
    const found = timesMs.findIndex((timeMs) => movement.atMs <= timeMs);
    const index = found === -1 ? last : found;
    if (index > 0) parts[index]?.push(movement);
  }
  return parts;
}

export interface TimedPrice {
  readonly atMs: number;
  readonly scaledUsd: bigint;
}

/**
 * The price at each time, in order: the last one at or before it. A history that begins up to one step late counts as having
 * begun with its first price.
 */
export function pricesAt(
  timesMs: readonly number[],
  { history, stepMs }: { history: readonly TimedPrice[]; stepMs: number },
): (bigint | undefined)[] {
  let next = 0;
  let last: TimedPrice | undefined;
  return timesMs.map((timeMs) => {
    for (let price = history[next]; price !== undefined && price.atMs <= timeMs; price = history[next]) {
      last = price;
      next += 1;
    }
    const [first] = history;
    if (last === undefined && first !== undefined && first.atMs - timeMs <= stepMs) return first.scaledUsd;
    return last?.scaledUsd;
  });
}
