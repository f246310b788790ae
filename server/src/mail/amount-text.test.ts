import { amountOf } from '@mercury/contract/money/amount.ts';
import { expect, test } from 'vitest';
import { amountText } from './amount-text.ts';

test.each([
  ['USD', 10_004_999n, '10 USD'],
  ['USD', 10_999_999n, '10.99 USD'],
  ['USD', 12_500_000n, '12.5 USD'],
  ['BTC', 50_000_000n, '0.5 BTC'],
  ['ETH', 1n, '0.000000000000000001 ETH'],
] as const)('of %s, %d of the smallest unit read %s: never more than there is', (asset, units, text) => {
  expect(amountText(amountOf(asset, units))).toBe(text);
});
