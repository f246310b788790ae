import { coinCode } from '@mercury/contract/product.ts';
import { expect, it } from 'vitest';
import { lineProblem, presentPriceOf, priceAtStep } from './line.ts';

const at = (direction: 'above' | 'below', price: string) => ({ currency: 'BTC', direction, price }) as const;

it.each(['', '0', '0.00', 'x', '0.0000000000001'])('"%s" is no price', (price) => {
  expect(lineProblem(at('above', price), '100')).toBe('missing');
});

it.each([
  ['above', '100.01', undefined],
  ['above', '100', 'reached'],
  ['above', '99.99', 'reached'],
  ['below', '99.99', undefined],
  ['below', '100', 'reached'],
  ['below', '100.01', 'reached'],
] as const)('a line %s %s, at a price of 100: %s', (direction, price, problem) => {
  expect(lineProblem(at(direction, price), '100.00')).toBe(problem);
});

it('leaves it to the server where the price is not known here', () => {
  expect(lineProblem(at('above', '5'), undefined)).toBeUndefined();
});

const known = {
  coins: [
    { id: 'bitcoin', symbol: 'BTC', currentPrice: '64120.55' },
    // Another coin of the same symbol.
    { id: 'tokamak', symbol: 'TON', currentPrice: '1.5' },
  ],
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

it.each([
  ['60000', 5, '63000.00'],
  ['51879.9142', -5, '49300.00'],
  ['64120.55', -5, '60900.00'],
  ['9764.31', 10, '10740.00'],
  ['100.4', 5, '105.40'],
  // No more decimals than the price beside it.
  ['1.04', 5, '1.09'],
  ['1.04', -5, '0.99'],
  ['0.998', 5, '1.05'],
  ['0.57', 10, '0.627'],
  ['0.5', 5, '0.525'],
  // Floating point would say 0.30000000000000004 of it.
  ['0.1', 200, '0.30'],
  // Half of the last digit goes to the even neighbour.
  ['0.000000000010', 5, '0.00000000001'],
  ['0.000000000030', 5, '0.000000000032'],
])(
  'suggests for a price of %s, and %i percent more, what a person would type: %s',
  (present, percent, price) => {
    expect(priceAtStep('BTC', present, percent)).toBe(price);
  },
);
