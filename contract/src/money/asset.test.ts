import { expect, it } from 'vitest';
import { parseAmount } from './amount.ts';
import { assetCodes, assetTraits, chains, chainTraits, networkOf, topUpCoinCodes } from './asset.ts';

it('counts each chain’s own coin in the chain’s own smallest unit', () => {
  const decimals = Object.fromEntries(assetCodes.map((code) => [code, assetTraits[code].decimals]));
  expect(decimals).toEqual({
    MRCY: 8,
    USD: 2,
    BTC: 8,
    ETH: 18,
    TRX: 6,
    USDT: 6,
    USDC: 6,
    BNB: 18,
    SOL: 9,
    XRP: 6,
    DOGE: 8,
    LTC: 8,
    TON: 9,
  });
});

it('has a currency for every chain, and a chain for every currency but the dollar', () => {
  const carried = assetCodes.flatMap((code) => assetTraits[code].chain ?? []);
  expect(new Set(carried)).toEqual(new Set(chains));
  expect(assetCodes.filter((code) => assetTraits[code].chain === null)).toEqual(['USD']);
  // Other chains carry tokens of the same name: what is sent there never arrives.
  for (const token of ['USDT', 'USDC'] as const) expect(networkOf(token)).toBe('Ethereum');
});

it('can top up with every coin that a chain carries, but not with the one that is bought', () => {
  const carried = assetCodes.filter((code) => assetTraits[code].chain !== null);
  expect(new Set(['MRCY', ...topUpCoinCodes])).toEqual(new Set(carried));
});

it('knows a memo on the chains that have one, and when a payment is final on all', () => {
  expect(chains.filter((chain) => chainTraits[chain].memoKind !== null)).toEqual(['xrp', 'ton']);
  for (const chain of chains) expect(chainTraits[chain].confirmationsNeeded).toBeGreaterThan(0);
});

it('writes each least withdrawal as an amount of its currency, above zero', () => {
  for (const code of assetCodes) {
    const least = parseAmount(code, assetTraits[code].withdrawalMin)?.minorUnits ?? 0n;
    expect([code, least > 0n]).toEqual([code, true]);
  }
});
