import { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type Asset, listAssets, loadAssets } from '@mercury/contract/money/asset.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { assetsKey } from '../api/query-client.ts';

export type Config = ReplyOf<typeof getConfig>;

/** A currency and its options here. */
export type AssetOffer = Config['assets'][number];

const staleAfterMs = 5 * 60 * 1000;

/** What a page shows of an asset, or counts with. */
function factsOf(asset: Asset) {
  const { code, name, names, decimals, shownDecimals, chain, contractAddress, marketId } = asset;
  const { priceUsd, isTransferable, isActive, icon } = asset;
  const facts = [code, name, names, decimals, shownDecimals, chain, contractAddress, marketId];
  return [...facts, priceUsd, isTransferable, isActive, icon];
}

/** Loads the present assets into the page. Mostly they equal the build's: then nothing renders again. */
function takeAssets(assets: readonly Asset[]): void {
  const [told, known] = [assets, listAssets()].map((list) => JSON.stringify(list.map(factsOf)));
  if (told !== known) loadAssets(assets);
}

/** The operator's settings: rail, price, limits, and the assets. */
export const configQuery = queryOptions({
  queryKey: assetsKey,
  queryFn: async ({ signal }) => {
    const config = await call(getConfig, { signal });
    takeAssets(config.assets);
    return config;
  },
  staleTime: staleAfterMs,
});
