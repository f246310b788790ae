import { isTopUpCoinCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Amount } from '@mercury/contract/money/amount.ts';
import { parsePrice, valueInUsd, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Services } from '../../services.ts';
import { pretendPriceOf } from '../../rails/sandbox/pretend-prices.ts';

/** A price and what it is good for: an indicative one is shown, marked as such, and nobody is credited at it. */
export interface KnownPrice {
  readonly price: Price;
  readonly isIndicative: boolean;
}

type PriceSource = Pick<Services, 'config' | 'rail'>;

/** What a whole unit of an asset is worth in US dollars; undefined where nobody knows. */
export function priceOf({ config, rail }: PriceSource, asset: AssetCode): KnownPrice | undefined {
  if (asset === coinCode) return { price: config.coinPriceUsd, isIndicative: false };
  const text = asset === 'USD' ? '1' : placeholderOf(asset, rail.isSandbox);
  const price = text === undefined ? undefined : parsePrice(asset, text);
  return price && { price, isIndicative: asset !== 'USD' };
}

/** The placeholder rates of the product's first days, for coins that no market tells the price of. */
const placeholdersUsd: Readonly<Partial<Record<AssetCode, string>>> = {
  BTC: '45382.51',
  ETH: '2941.37',
  USDT: '1',
};

function placeholderOf(asset: AssetCode, isSandbox: boolean): string | undefined {
  if (isSandbox && isTopUpCoinCode(asset)) return pretendPriceOf(asset);
  return placeholdersUsd[asset];
}

/** The value of an amount as history keeps it: US cents, the nearest; undefined where nobody knows the price. */
export function usdCentsOf(source: PriceSource, amount: Amount): bigint | undefined {
  const known = priceOf(source, amount.asset);
  return known && valueInUsd(amount, known.price, 'half-even').minorUnits;
}
