import { expect, it } from 'vitest';
import { worthOfTrade } from './worth-of-trade.ts';

const trade = {
  fromAsset: 'USD',
  fromAmount: 100_000_000n,
  fee: 250_000n,
  toAsset: 'BTC',
  toAmount: 150_000n,
  usdValue: 100_000_000n,
};

it('what is bought with dollars costs all the dollars that were paid, fee and all', () => {
  expect(worthOfTrade(trade)).toBe(100_000_000n);
});

it('what is sold for dollars brings the dollars that came, whatever it was worth', () => {
  const sold = { fromAsset: 'BTC', fromAmount: 150_000n, fee: 375n, toAsset: 'USD', toAmount: 99_250_000n };
  expect(worthOfTrade({ ...sold, usdValue: 100_000_000n })).toBe(99_250_000n);
});

it('coins for coins are worth the same on both sides: their value less the fee, to the nearest cent', () => {
  const exchanged = { fromAsset: 'BTC', fromAmount: 150_000n, toAsset: 'ETH', toAmount: 1n };
  expect(worthOfTrade({ ...exchanged, fee: 375n, usdValue: 100_000_000n })).toBe(99_750_000n);
  expect(worthOfTrade({ ...exchanged, fee: 375n, usdValue: 1_990_000n })).toBe(1_990_000n);
  expect(worthOfTrade({ ...exchanged, fee: 375n, usdValue: 2_010_000n })).toBe(2_000_000n);
  expect(worthOfTrade({ ...exchanged, fee: 0n, usdValue: 100_000_000n })).toBe(100_000_000n);
});
