import { expect, it } from 'vitest';
import { valueCourseOf } from './value-history.tsx';

const pointsOf = (values: readonly number[]) => values.map((price, index) => ({ atMs: index, price }));

it('tells the change of a value in percent of where it began', () => {
  expect(valueCourseOf(pointsOf([100, 150, 120]))).toEqual({ lowest: 100, highest: 150, changePercent: 20 });
});

it('knows no percentage of a value that began with nothing', () => {
  expect(valueCourseOf(pointsOf([0, 0, 50]))).toEqual({ lowest: 0, highest: 50, changePercent: null });
});

it('speaks of no course over fewer than two values', () => {
  expect(valueCourseOf(pointsOf([5]))).toBeUndefined();
});
