import { expect, it } from 'vitest';
import { courseOf, directionOf } from './price-course.ts';

it.each([
  [0.005, 'up'],
  [0.0049, 'level'],
  [0, 'level'],
  [-0.004, 'level'],
  [-0.006, 'down'],
])('a change of %d percent goes %s', (percent, direction) => {
  expect(directionOf(percent)).toBe(direction);
});

it('tells the lowest, the highest and the change from the first price to the last', () => {
  expect(courseOf([100, 80, 120, 110])).toEqual({ lowest: 80, highest: 120, changePercent: 10 });
});

it.each([[[]], [[5]], [[0, 5]]])('speaks of no course over %j', (prices) => {
  expect(courseOf(prices)).toBeUndefined();
});
