import { describe, expect, it } from 'vitest';
import { pointsOf } from './value-points.ts';

const dollar = 10n ** 12n;
const asked = {
  timesMs: [1000, 2000, 3000],
  courses: [
    { asset: 'MRCY', balances: [0n, 100_00000000n, 200_00000000n] },
    { asset: 'BTC', balances: [50000000n, 50000000n, 0n] },
  ],
  past: new Map([
    ['MRCY', { prices: [dollar, 2n * dollar] }],
    ['BTC', { prices: [undefined, 40_000n * dollar] }],
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
