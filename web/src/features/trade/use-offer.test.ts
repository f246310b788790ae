import type { Quote } from '@mercury/contract/api/trade.ts';
import { expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { nextAskMs } from './use-offer.ts';

const at = '2026-01-01T00:00:00.000Z';
const quote: Quote = {
  id: '019a0000-0000-7000-8000-000000000000',
  type: 'BUY',
  fromCurrency: 'USD',
  fromAmount: '100.00',
  fee: '0.25',
  toCurrency: 'BTC',
  toAmount: '0.00150000',
  rate: { base: 'BTC', quote: 'USD', value: '66500.00' },
  spreadBps: 50,
  usdValue: '100.00',
  prices: [],
  createdAt: at,
  expiresAt: at,
};
const offer = { quote, askedAtMs: 1000, goodUntilMs: 16_000 };

function refusedWith(code: ApiError['code'], status: number | null): ApiError {
  return new ApiError({ code, message: '', status });
}

it('asks anew when the offer runs out, and not twice at once', () => {
  expect(nextAskMs({ offer, error: null }, 6000)).toBe(10_000);
  expect(nextAskMs({ offer, error: null }, 16_000)).toBe(1000);
});

it('asks again by itself where the reason may pass, and not where it stays', () => {
  for (const code of ['PriceMissing', 'PriceStale', 'PriceJumped'] as const) {
    expect(nextAskMs({ offer, error: refusedWith(code, 503) }, 6000)).toBe(5000);
  }
  expect(nextAskMs({ offer: undefined, error: refusedWith('NetworkError', null) }, 6000)).toBe(5000);
  expect(nextAskMs({ offer: undefined, error: refusedWith('AmountOutOfRange', 422) }, 6000)).toBe(false);
});

it('asks nothing while nothing is typed', () => {
  expect(nextAskMs({ offer: undefined, error: null }, 6000)).toBe(false);
});
