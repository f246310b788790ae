import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  ['https://api.coingecko.com/api/v3', 'CoinGecko'],
  ['https://pro-api.coingecko.com/api/v3', 'CoinGecko'],
  ['https://coingecko.com.example/api/v3', undefined],
  ['https://prices.example/v3', undefined],
])('names the service at %s as %s', (url, name) => {
  expect(readConfig({ MARKET_DATA_URL: url }).marketData?.name).toBe(name);
});
