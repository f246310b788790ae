import { expect, it } from 'vitest';
import type { Config } from './config-query.ts';
import { paymentTermsOf, quotePayment } from './payment-quote.ts';

const terms = {
  coin: 'MRCY',
  credited: 'MRCY',
  coinPriceUsd: '0.57',
  usdMin: '1.00',
  usdMax: '10000.00',
} as const;

it('credits what the dollars buy at the firm price, exactly and rounded down', () => {
  expect(quotePayment('57', terms)).toEqual({ state: 'payable', usd: '57.00', credited: '100.00000000' });
  // 100 / 0.57 = 175.438596491...
  expect(quotePayment('100', terms)).toEqual({ state: 'payable', usd: '100.00', credited: '175.43859649' });
});

it('credits dollars as they are, cent by cent', () => {
  expect(quotePayment('100.01', { ...terms, credited: 'USD' })).toEqual({
    state: 'payable',
    usd: '100.01',
    credited: '100.01',
  });
});

it('takes the least and the most that is allowed, and not a cent beyond', () => {
  expect(quotePayment('1', terms).state).toBe('payable');
  expect(quotePayment('0.99', terms).state).toBe('tooSmall');
  expect(quotePayment('10000.00', terms).state).toBe('payable');
  expect(quotePayment('10000.01', terms).state).toBe('tooLarge');
});

it.each(['', '0', '0.00', '1.234', '-5', 'x'])('is invalid for %j', (usdText) => {
  expect(quotePayment(usdText, terms)).toEqual({ state: 'invalid' });
});

it('credits the coin on the terms of the server, where nothing else is said', () => {
  const { credited, usdMin, usdMax, ...price } = terms;
  const config = { ...price, limits: { topUpUsdMin: usdMin, topUpUsdMax: usdMax } } as Config;
  expect(paymentTermsOf(config)).toEqual(terms);
  expect(paymentTermsOf(config, 'USD')).toEqual({ ...terms, credited: 'USD' });
  expect(credited).toBe(config.coin);
});
