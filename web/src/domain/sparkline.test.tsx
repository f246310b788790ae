import { expect, it } from 'vitest';
import { sparklinePoints } from './sparkline.tsx';

it('draws the lowest at the bottom, the highest at the top, and time from left to right', () => {
  expect(sparklinePoints([1, 2, 3])).toBe('0,30 50,16 100,2');
});

it('draws values that are all alike through the middle', () => {
  expect(sparklinePoints([5, 5])).toBe('0,16 100,16');
});

it('tells very small prices apart', () => {
  expect(sparklinePoints([1e-8, 3e-8, 2e-8])).toBe('0,30 50,2 100,16');
});

it.each([[[]], [[7]]])('draws no line over %j', (values) => {
  expect(sparklinePoints(values)).toBe('');
});
