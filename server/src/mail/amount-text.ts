import type { Amount } from '@mercury/contract/money/amount.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';

/** "0.5 BTC": without the trailing zeros of 18 decimals, and cut after the digits that the asset is shown with, as on screen. */
export function amountText({ asset, minorUnits }: Amount): string {
  const { decimals, shownDecimals } = assetOf(asset);
  const shown = divide(minorUnits, 10n ** BigInt(decimals - shownDecimals), 'down');
  return `${formatDecimal(shown, shownDecimals).replace(/\.0+$|(\.[0-9]*[1-9])0+$/, '$1')} ${asset}`;
}
