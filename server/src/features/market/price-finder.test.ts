import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { assetOf, loadAssets, type Asset } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { afterEach, expect, it } from 'vitest';
import { createPriceFinder } from './price-finder.ts';

afterEach(() => loadAssets(seededAssets));

it('finds an asset that was added after the list had come', () => {
  // As the table tells it: no literal of the build is this code.
  const gold = { ...assetOf('BTC'), code: 'PAXG', marketId: 'pax-gold' } as unknown as Asset;
  const coin = { id: 'pax-gold', currentPrice: '2300.50' } as MarketCoin;
  const priceIn = createPriceFinder();
  const list = [coin];
  expect(priceIn(list, gold.code)).toBeUndefined();
  loadAssets([...seededAssets, gold]);
  expect(priceIn(list, gold.code)).toEqual({ asset: 'PAXG', scaledUsd: 2_300_500_000_000_000n });
});
