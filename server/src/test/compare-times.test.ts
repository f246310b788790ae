import { expect, test } from 'vitest';
import {
  chanceOfAbove,
  differenceOf,
  falseAlarmRate,
  isLeftOpen,
  looksMax,
  roundCount,
} from './compare-times.ts';
import { seededRandom } from './seeded-random.ts';

// A fixed seed: a rate of one in many thousands must not fail this test itself.
const random = seededRandom(1);
const comparisonCount = 500;

test('the chance is that of the signed-rank test', () => {
  expect(chanceOfAbove([1, 2, 3, 4, 5])).toBe(1 / 32);
  // A sum of 14 or 15 out of 15: without the 1, or with all.
  expect(chanceOfAbove([-1, 2, 3, 4, 5])).toBe(2 / 32);
  // The greatest alone weighs as much as the two others.
  expect(chanceOfAbove([-1, -2, 3])).toBe(5 / 8);
  expect(chanceOfAbove([-1, -2, -3])).toBe(1);
});

test('the greatest difference that there can be is beyond chance', () => {
  expect(2 ** -roundCount).toBeLessThan(falseAlarmRate);
});

/** How many comparisons tell a difference beyond 2 %. */
function noticedOf(longer: number, spread: () => number): number {
  const timesOf = (usual: number) => Array.from({ length: roundCount }, () => usual + spread());
  const told = Array.from({ length: comparisonCount }, () =>
    differenceOf(timesOf(1 + longer), timesOf(1), { margin: 0.02 }),
  );
  return told.filter((difference) => difference !== undefined).length / comparisonCount;
}

const chance = () => random.below(1_000_000) / 1_000_000;
/** Nearly a bell curve: the sum of twelve, with a standard deviation of one. */
const bell = () => Array.from({ length: 12 }, chance).reduce((sum, each) => sum + each, -6);

// A difference deviates more than a time, by the root of two.
const deviation = 0.05;
const quiet = () => (bell() * deviation) / Math.SQRT2;

test('a difference of the margin and 1.8 standard deviations is noticed', () => {
  expect(noticedOf(0.02 + 1.8 * deviation, quiet)).toBeGreaterThanOrEqual(0.99);
});

test('none is told where there is none, nor within the margin, on a quiet machine or on a busy one', () => {
  // Other work hits one time in five, and may take as long as the whole.
  const busy = () => quiet() + (chance() < 0.2 ? chance() : 0);
  for (const spread of [quiet, busy]) {
    for (const longer of [0, 0.02]) expect(noticedOf(longer, spread)).toBe(0);
  }
});

test('a way that does half of the work is noticed on a machine that is busy all the time', () => {
  expect(noticedByLooks(-0.5, () => chance() * 0.6)).toBeGreaterThanOrEqual(0.99);
});

/** Likewise, with another look where one leaves it open. */
function noticedByLooks(longer: number, spread: () => number): number {
  const margin = 0.02;
  const compare = () => {
    const times = { one: [] as number[], other: [] as number[] };
    for (let look = 1; look <= looksMax; look += 1) {
      for (let round = 0; round < roundCount; round += 1) {
        times.one.push(1 + longer + spread());
        times.other.push(1 + spread());
      }
      if (!isLeftOpen(times.one, times.other, { margin })) break;
    }
    return differenceOf(times.one, times.other, { margin });
  };
  const told = Array.from({ length: comparisonCount }, compare);
  return told.filter((difference) => difference !== undefined).length / comparisonCount;
}

test('what one look leaves open on a machine that stalls now and then, further looks tell', () => {
  // One time in five takes up to four times as long.
  const stalling = () => quiet() + (chance() < 0.2 ? 3 * chance() : 0);
  expect(noticedOf(-0.85, stalling)).toBeLessThan(0.97);
  expect(noticedByLooks(-0.85, stalling)).toBeGreaterThanOrEqual(0.99);
  expect(noticedByLooks(0, stalling)).toBe(0);
});
