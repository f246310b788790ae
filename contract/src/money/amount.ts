import { assetOf, type AssetCode } from './asset.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';

/** So much of one asset, counted in its smallest unit. */
export interface Amount {
  readonly asset: AssetCode;
  readonly minorUnits: bigint;
}

export function amountOf(asset: AssetCode, minorUnits: bigint): Amount {
  return { asset, minorUnits };
}

/** Reads what the API takes: undefined where the text is no plain decimal or has more decimals than the asset. */
export function parseAmount(asset: AssetCode, text: string): Amount | undefined {
  const minorUnits = parseDecimal(text, assetOf(asset).decimals);
  return minorUnits === undefined ? undefined : { asset, minorUnits };
}

/** Writes what the API sends: all decimals of the asset, so "12.50" for USD and "0.00000000" for MRCY. */
export function formatAmount(amount: Amount): string {
  return formatDecimal(amount.minorUnits, assetOf(amount.asset).decimals);
}
