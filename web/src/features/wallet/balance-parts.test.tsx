import { expect, it } from 'vitest';
import { hasAmount, heldOf, isTotalIndicative } from './balance-parts.tsx';

it('holds what is of the balance and not available, to the smallest unit', () => {
  const wallet = { currency: 'ETH', balance: '1.5', availableBalance: '0.499999999999999999' } as const;
  expect(heldOf(wallet)).toBe('1.000000000000000001');
  expect(heldOf({ ...wallet, availableBalance: '1.5' })).toBe('0.000000000000000000');
});

it('sees the smallest amount, and nothing in zeros', () => {
  expect(hasAmount('0.000000000000000001')).toBe(true);
  expect(hasAmount('10')).toBe(true);
  expect(hasAmount('0.00000000')).toBe(false);
});

it('calls a total indicative as soon as a part of it that counts is', () => {
  const priced = { usdValue: '10.00', isUsdValueIndicative: false };
  expect(isTotalIndicative([priced])).toBe(false);
  expect(isTotalIndicative([priced, { usdValue: '0.01', isUsdValueIndicative: true }])).toBe(true);
  expect(isTotalIndicative([priced, { usdValue: '0.00', isUsdValueIndicative: true }])).toBe(false);
  expect(isTotalIndicative([priced, { usdValue: null, isUsdValueIndicative: true }])).toBe(false);
});
