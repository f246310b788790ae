import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Config } from '../../config.ts';

export const creditAssets = [coinCode, 'USD'] as const;
export type CreditAsset = (typeof creditAssets)[number];

/** The own coin has the operator's price, a dollar is a dollar. Both prices are firm. */
export function creditPriceOf({ coinPriceUsd }: Pick<Config, 'coinPriceUsd'>, asset: CreditAsset): Price {
  const price = asset === 'USD' ? parsePrice(asset, '1') : coinPriceUsd;
  if (price === undefined) throw new Error('a dollar is worth a dollar');
  return price;
}
