import { afterEach, describe, expect, it } from 'vitest';
import { assetCodeSchema } from '../api/shapes.ts';
import { formatAmount, parseAmount } from './amount.ts';
import {
  acceptUnknownAssets,
  activeCodes,
  assetCodes,
  assetOf,
  assetOfMarket,
  chains,
  chainTraits,
  findAssetCode,
  isAssetCode,
  listAssets,
  loadAssets,
  networkOf,
  seededCodes,
  subscribeAssets,
  topUpCodes,
  type Asset,
} from './asset.ts';
import { seededAssets } from './seeded-assets.ts';

afterEach(() => loadAssets(seededAssets));

it('knows each code of the build once, in the order of lists', () => {
  expect(assetCodes()).toEqual(seededCodes);
});

it('counts each chain’s own coin in the chain’s own smallest unit', () => {
  const decimals = Object.fromEntries(seededCodes.map((code) => [code, assetOf(code).decimals]));
  expect(decimals).toEqual({
    MRCY: 8,
    USD: 6,
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
  const carried = seededCodes.flatMap((code) => assetOf(code).chain ?? []);
  expect(new Set(carried)).toEqual(new Set(chains));
  expect(seededCodes.filter((code) => assetOf(code).chain === null)).toEqual(['USD']);
  // Other chains carry tokens of the same name: what is sent there never arrives.
  for (const token of ['USDT', 'USDC'] as const) expect(networkOf(token)).toBe('Ethereum');
});

it('can top up with every coin that a chain carries, but not with the one that is bought', () => {
  const carried = seededCodes.filter((code) => assetOf(code).chain !== null);
  expect(new Set(['MRCY', ...topUpCodes()])).toEqual(new Set(carried));
});

it('knows a memo on the chains that have one, and when a payment is final on all', () => {
  expect(chains.filter((chain) => chainTraits[chain].memoKind !== null)).toEqual(['xrp', 'ton']);
  for (const chain of chains) expect(chainTraits[chain].confirmationsNeeded).toBeGreaterThan(0);
});

it('writes each least withdrawal as an amount of its currency, above zero', () => {
  for (const code of seededCodes) {
    const least = parseAmount(code, assetOf(code).withdrawalMin)?.minorUnits ?? 0n;
    expect([code, least > 0n]).toEqual([code, true]);
  }
});

describe('an asset that the operator added', () => {
  const gold = 'GOLD';
  // As the table tells it: no literal of the build is this code.
  const added = { ...assetOf('BTC'), code: gold, decimals: 4, marketId: 'tether-gold' } as unknown as Asset;

  it('is one from the moment when the list is loaded, and of no other before', () => {
    expect([isAssetCode(gold), assetCodeSchema.safeParse(gold).success]).toEqual([false, false]);
    loadAssets([...seededAssets, added]);
    const code = findAssetCode(gold);
    if (code === undefined) throw new Error('the code is known now');
    expect(assetCodeSchema.parse(gold)).toBe(gold);
    expect(assetCodes().at(-1)).toBe(gold);
    expect(assetOfMarket('tether-gold')).toBe(added);
    expect(parseAmount(code, '1.50000')).toBeUndefined();
    expect(formatAmount({ asset: code, minorUnits: 15_000n })).toBe('1.5000');
  });

  it('is told to whoever listens, and the list is another', () => {
    const before = listAssets();
    const heard: number[] = [];
    const stop = subscribeAssets(() => heard.push(listAssets().length));
    loadAssets([...seededAssets, added]);
    stop();
    loadAssets(seededAssets);
    expect(heard).toEqual([before.length + 1]);
    expect(listAssets()).toEqual(before);
  });

  it('is neither traded nor paid with once it is switched off', () => {
    const off = seededAssets.map((asset) => Object.assign({}, asset, { isActive: asset.code !== 'BTC' }));
    loadAssets(off);
    expect(activeCodes()).toEqual(seededCodes.filter((code) => code !== 'BTC'));
    expect(topUpCodes()).not.toContain('BTC');
    expect(isAssetCode('BTC')).toBe(true);
  });
});

it.each(['PEPE', 'btc', 'BTC ', '', 'A', 'TOOLONGACODES', '1INCH', 7, null])(
  'no stranger’s %j is a code, and it is told once',
  (candidate) => {
    const { error } = assetCodeSchema.safeParse(candidate);
    expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('invalid')]);
  },
);

// The last of the file: it can't be taken back.
it('is a mistake where it is unknown, but in a browser, which cuts no digit of it', () => {
  const unknown = 'GOLD' as unknown as Asset['code'];
  expect(() => assetOf(unknown)).toThrow('there is no asset GOLD');
  acceptUnknownAssets();
  expect(assetOf(unknown)).toMatchObject({ name: 'GOLD', decimals: 18, icon: null });
  expect(isAssetCode(unknown)).toBe(false);
});
