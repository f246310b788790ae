import { describe, expect, it } from 'vitest';
import { balancesAt, pricesAt, timesUntil } from './points.ts';
import { pointsOf } from './show-portfolio.ts';

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

const dollar = 10n ** 12n;
const asked = {
  timesMs: [1000, 2000, 3000],
  courses: [
    { asset: 'MRCY', balances: [0n, 100_00000000n, 200_00000000n] },
    { asset: 'BTC', balances: [50000000n, 50000000n, 0n] },
  ],
  past: new Map([
    ['MRCY', [dollar, 2n * dollar]],
    ['BTC', [undefined, 40_000n * dollar]],
  ] as const),
  knownSinceMs: -Infinity,
  totalUsd: 123_450_000n,
} as const;

describe('the value of the past', () => {
  it('is that of all balances at the prices of the time, without what had none; the last is the present', () => {
    expect(pointsOf(asked)).toEqual([
      { at: '1970-01-01T00:00:01.000Z', usd: '0.00' },
      { at: '1970-01-01T00:00:02.000Z', usd: '20200.00' },
      { at: '1970-01-01T00:00:03.000Z', usd: '123.45' },
    ]);
  });

  it('leaves out times of which not all is known, never the present', () => {
    expect(pointsOf({ ...asked, knownSinceMs: 2000 }).map(({ usd }) => usd)).toEqual(['20200.00', '123.45']);
    expect(pointsOf({ ...asked, knownSinceMs: 9000 }).map(({ usd }) => usd)).toEqual(['123.45']);
  });
});
