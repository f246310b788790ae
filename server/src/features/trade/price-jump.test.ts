import { describe, expect, it } from 'vitest';
import { judgePrice, settlesAfterMs, type PriceReference, type TimedPrice } from './price-jump.ts';
import { leastVariance } from './price-variance.ts';

/** A tenth up or down is no jump. */
const jumpBps = 1_000;
const minuteMs = 60_000;
const beganMs = Date.parse('2026-11-21T12:00:00.000Z');
const at = (minutes: number): Date => new Date(beganMs + minutes * minuteMs);

/** What is remembered after prices were heard at these minutes, and what is traded at then. */
function hear(...heard: readonly (readonly [minutes: number, price: bigint])[]) {
  let reference: PriceReference | undefined;
  let trusted: TimedPrice | undefined;
  for (const [minutes, scaledUsd] of heard) {
    const verdict = judgePrice(reference, { scaledUsd, asOf: at(minutes) }, jumpBps);
    reference = verdict.next ?? reference;
    trusted = verdict.trusted;
  }
  return { reference, trusted };
}

const trustedAt = (minutes: number, scaledUsd: bigint) => ({
  trusted: expect.objectContaining({ scaledUsd, asOf: at(minutes) }),
  reference: { scaledUsd, asOf: at(minutes), variance: expect.any(BigInt), candidate: null },
});

describe('a price', () => {
  it('is trusted where none was before', () => {
    expect(hear([0, 100n])).toEqual(trustedAt(0, 100n));
  });

  it.each([110n, 90n, 100n])('within the bound takes the place of the trusted one: %d after 100', (price) => {
    expect(hear([0, 100n], [1, price])).toEqual(trustedAt(1, price));
  });

  it.each([111n, 89n, 1n, 10_000n])('beyond the bound is not traded at: %d after 100', (price) => {
    const { trusted, reference } = hear([0, 100n], [1, price]);
    expect(trusted).toBeUndefined();
    expect(reference).toEqual({
      scaledUsd: 100n,
      asOf: at(0),
      variance: leastVariance,
      candidate: { scaledUsd: price, since: at(1) },
    });
  });

  it('may go far, step by step', () => {
    expect(hear([0, 100n], [1, 110n], [2, 121n], [3, 133n], [4, 146n])).toEqual(trustedAt(4, 146n));
  });

  it('is not believed sooner because the trusted one is old', () => {
    expect(hear([0, 100n], [3 * 24 * 60, 150n]).trusted).toBeUndefined();
  });

  it('that is known already teaches nothing', () => {
    const known = { scaledUsd: 100n, asOf: at(0), variance: 1n, candidate: null };
    expect(judgePrice(known, { scaledUsd: 100n, asOf: at(0) }, jumpBps)).toEqual({
      trusted: known,
      next: undefined,
    });
  });
});

describe('a price that has jumped', () => {
  it('is trusted once it has stayed for ten minutes, and not a moment before', () => {
    expect(settlesAfterMs).toBe(10 * minuteMs);
    expect(hear([0, 100n], [1, 150n], [10.999, 150n]).trusted).toBeUndefined();
    expect(hear([0, 100n], [1, 150n], [5, 160n], [11, 140n])).toEqual(trustedAt(11, 140n));
  });

  it('waits anew where it jumps on', () => {
    const moved = [
      [0, 100n],
      [1, 150n],
      [9, 200n],
    ] as const;
    expect(hear(...moved, [12, 200n]).trusted).toBeUndefined();
    expect(hear(...moved, [19, 200n])).toEqual(trustedAt(19, 200n));
  });

  it('is forgotten once the market says something near the trusted one again', () => {
    expect(hear([0, 100n], [1, 150n], [2, 105n])).toEqual(trustedAt(2, 105n));
    expect(hear([0, 100n], [0.05, 150n], [0.1, 105n])).toEqual(trustedAt(0.1, 105n));
    expect(hear([0, 100n], [1, 150n], [2, 105n], [3, 150n], [11, 150n]).trusted).toBeUndefined();
  });
});

describe('a price that was said before the newest that is known', () => {
  it('gives way to the trusted one that it is near, and takes no place', () => {
    expect(hear([5, 100n], [4, 95n])).toEqual(trustedAt(5, 100n));
  });

  it('is not traded at while a later one has jumped, near as it may be', () => {
    const { trusted, reference } = hear([0, 100n], [5, 150n], [4, 100n]);
    expect(trusted).toBeUndefined();
    expect(reference?.candidate).toEqual({ scaledUsd: 150n, since: at(5) });
  });

  it('is no jump of its own', () => {
    expect(hear([5, 150n], [4, 100n])).toEqual({ ...trustedAt(5, 150n), trusted: undefined });
  });
});
