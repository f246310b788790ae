import { expect, it } from 'vitest';
import { coinsShown } from './coins-shown.ts';

const coins = Array.from({ length: 13 }, (_, index) => index);

it('shows four coins at first, and up to twelve when asked for more', () => {
  expect(coinsShown(coins, false)).toEqual([0, 1, 2, 3]);
  expect(coinsShown(coins, true)).toEqual(coins.slice(0, 12));
  expect(coinsShown(coins.slice(0, 3), false)).toEqual([0, 1, 2]);
});
