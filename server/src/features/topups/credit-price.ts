import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Config } from '../../config.ts';

/** What a top-up can be credited in. */
export const creditAssets = [coinCode, 'USD'] as const;
export type CreditAsset = (typeof creditAssets)[number];

/** What people are credited at: the own coin at the operator's price, a dollar as a dollar. Both are firm. */
export function creditPriceOf({ coinPriceUsd }: Pick<Config, 'coinPriceUsd'>, asset: CreditAsset): Price {
  const price = asset === 'USD' ? parsePrice(asset, '1') : coinPriceUsd;
  if (price === undefined) throw new Error('a dollar is worth a dollar');
  return price;
}
