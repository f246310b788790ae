import { expect, it } from 'vitest';
import { priceRangeOf, reducedFeePpm } from './order-book.ts';

it('a tier leaves of a fee what its percent says, rounded up to a millionth', () => {
  expect([100, 80, 0].map((percent) => reducedFeePpm(1000, percent))).toEqual([1000, 800, 0]);
  expect([1, 50, 99].map((percent) => reducedFeePpm(1001, percent))).toEqual([11, 501, 991]);
});

it('a price range goes as far down as up, in whole ticks, and never beyond its share', () => {
  expect(priceRangeOf(5700, 1000)).toEqual({ priceMin: 5130, priceMax: 6270 });
  expect(priceRangeOf(19, 1000)).toEqual({ priceMin: 18, priceMax: 20 });
  expect(priceRangeOf(9, 1000)).toEqual({ priceMin: 9, priceMax: 9 });
});
