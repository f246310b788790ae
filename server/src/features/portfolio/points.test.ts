import { describe, expect, it } from 'vitest';
import { balancesAt, movementsUntil, pricesAt, timesUntil } from './points.ts';

describe('the times of a range', () => {
  it.each([
    ['day', 49, 24],
    ['week', 85, 7 * 24],
    ['month', 91, 30 * 24],
    ['year', 92, 364 * 24],
  ] as const)(
    'of a %s are %d, evenly spaced over %d hours, and end in the present',
    (range, count, hours) => {
      const present = Date.parse('2026-05-01T12:34:56Z');
      const times = timesUntil(present, range);
      expect(times).toHaveLength(count);
      expect(times.at(-1)).toBe(present);
      expect((present - (times[0] ?? 0)) / 3_600_000).toBe(hours);
      const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(new Set(distances).size).toBe(1);
    },
  );
});

it('what moved belongs to the first time at or after it, to the last what is later, to none what was before', () => {
  const movements = [5, 10, 11, 20, 31].map((atMs) => ({ atMs }));
  const parts = movementsUntil([10, 20, 30], movements);
  expect(parts.map((part) => part.map(({ atMs }) => atMs))).toEqual([[], [11, 20], [31]]);
});

describe('the balances of the past', () => {
  const movements = [
    { atMs: 20, amount: 5n },
    { atMs: 30, amount: -2n },
    { atMs: 30, amount: 4n },
  ];

  it('are what there is now, less what has moved since; what moved at that very time counts', () => {
    expect(balancesAt([19, 20, 29, 30, 31, 40], { present: 7n, movements })).toEqual([
      0n,
      5n,
      5n,
      7n,
      7n,
      7n,
    ]);
  });

  it('do not depend on the order in which the movements are told', () => {
    expect(balancesAt([19, 25, 40], { present: 7n, movements: movements.toReversed() })).toEqual([
      0n,
      5n,
      7n,
    ]);
  });

  it('end with the present, also where a movement is of a clock that is ahead', () => {
    expect(balancesAt([10, 25], { present: 7n, movements })).toEqual([0n, 7n]);
  });
});

describe('the prices of the past', () => {
  const history = [
    { atMs: 100, scaledUsd: 1n },
    { atMs: 200, scaledUsd: 2n },
  ];

  it('are the last at or before a time', () => {
    expect(pricesAt([100, 199, 200, 900], { history, stepMs: 0 })).toEqual([1n, 1n, 2n, 2n]);
  });

  it('begin with the first where that is a step away at most, and are unknown before', () => {
    expect(pricesAt([49, 50, 150], { history, stepMs: 50 })).toEqual([undefined, 1n, 1n]);
  });

  it('are unknown where there is no history', () => {
    expect(pricesAt([1, 2], { history: [], stepMs: 50 })).toEqual([undefined, undefined]);
  });
});
