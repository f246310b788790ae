import { coinCode } from '@mercury/contract/product.ts';
import { expect, it } from 'vitest';
import { presentPriceOf } from './present-price.ts';

const known = {
  coins: [{ symbol: 'BTC', currentPrice: '64120.55' }],
  coin: coinCode,
  coinPriceUsd: '0.57',
} as const;

it('takes a coin’s price from the market, and that of the product’s own coin from its operator', () => {
  expect(presentPriceOf('BTC', known)).toBe('64120.55');
  expect(presentPriceOf(coinCode, known)).toBe('0.57');
});

it('knows no price of what the market does not list', () => {
  expect(presentPriceOf('TON', known)).toBeUndefined();
  expect(presentPriceOf(coinCode, { coins: [], coin: undefined, coinPriceUsd: undefined })).toBeUndefined();
});
