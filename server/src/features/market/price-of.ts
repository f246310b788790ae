import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';

/** The firm price of an asset in US dollars: the operator's for the product's coin; undefined where there is none. */
export function firmPriceOf(asset: AssetCode, coinPriceUsd: Price): Price | undefined {
  if (asset === coinCode) return coinPriceUsd;
  return asset === 'USD' ? parsePrice('USD', '1') : undefined;
}
