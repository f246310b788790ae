import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Amount } from '@mercury/contract/money/amount.ts';
import { parsePrice, valueInUsd, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Services } from '../../services.ts';
import type { BusinessSettings } from '../../settings/registry.ts';

/** A price and its use: an indicative one is shown, marked as such, and never credited at. */
export interface KnownPrice {
  readonly price: Price;
  readonly isIndicative: boolean;
}

export type PriceSource = Pick<Services, 'settings' | 'rail' | 'market'>;

/** The price of an asset without a market. The own coin's price is a setting; an asset that the operator added has its own. */
export function operatorPriceOf(
  { coinPriceUsd }: Pick<BusinessSettings, 'coinPriceUsd'>,
  asset: AssetCode,
): Price | undefined {
  if (asset === coinCode) return coinPriceUsd;
  const { priceUsd } = assetOf(asset);
  return priceUsd === null ? undefined : parsePrice(asset, priceUsd);
}

/** The US dollar price of a whole unit; undefined if unknown. */
export function priceOf({ settings, rail, market }: PriceSource, asset: AssetCode): KnownPrice | undefined {
  const own = operatorPriceOf(settings.current, asset);
  if (own !== undefined) return { price: own, isIndicative: false };
  const firm = asset === 'USD' ? parsePrice(asset, '1') : market.livePriceOf(asset);
  if (firm !== undefined) return { price: firm, isIndicative: false };
  const guess = market.shownLivePriceOf(asset) ?? substituteOf({ rail, market }, asset);
  return guess && { price: guess, isIndicative: true };
}

/** Where the market has no price at all. Real money is never valued at a pretended one. */
function substituteOf({ rail, market }: Omit<PriceSource, 'settings'>, asset: AssetCode): Price | undefined {
  return rail.isSandbox && market.isPretended() ? market.pretendedPriceOf(asset) : placeholderOf(asset);
}

/**
 * The market price that people see now. A person's own price line or amount is checked against it. Once the service has answered,
 * only its fresh price counts: an old one would look like a price that moved.
 */
export function presentPriceOf(source: PriceSource, asset: AssetCode): Price | undefined {
  const known = priceOf(source, asset);
  if (known === undefined || !known.isIndicative) return known?.price;
  return source.rail.isSandbox && source.market.isPretended() ? known.price : undefined;
}

/** The placeholder rates of the product's first days, for coins without a market price. */
const placeholdersUsd: Readonly<Partial<Record<AssetCode, string>>> = {
  BTC: '45382.51',
  ETH: '2941.37',
  USDT: '1',
};

function placeholderOf(asset: AssetCode): Price | undefined {
  const text = placeholdersUsd[asset];
  return text === undefined ? undefined : parsePrice(asset, text);
}

/** The value of an amount for the history: millionths of a US dollar, rounded to the nearest cent; undefined if the price is unknown. */
export function usdValueOf(source: PriceSource, amount: Amount): bigint | undefined {
  const known = priceOf(source, amount.asset);
  return known && valueInUsd(amount, known.price, 'half-even').minorUnits;
}

/** Likewise, against a limit. A placeholder may be far below the price: more would pass than was allowed. */
export function limitedUsdValueOf(source: PriceSource, amount: Amount): bigint | undefined {
  const { settings, rail, market } = source;
  const { asset } = amount;
  const isPriced =
    asset === 'USD' ||
    operatorPriceOf(settings.current, asset) !== undefined ||
    market.shownLivePriceOf(asset) !== undefined ||
    (rail.isSandbox && market.isPretended());
  return isPriced ? usdValueOf(source, amount) : undefined;
}
