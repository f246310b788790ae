import { assetOf, type AssetCode } from './asset.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';

/** An amount of one asset, in its smallest unit. */
export interface Amount {
  readonly asset: AssetCode;
  readonly minorUnits: bigint;
}

export function amountOf(asset: AssetCode, minorUnits: bigint): Amount {
  return { asset, minorUnits };
}

/** Parses an amount of the API. Undefined if the text is no plain decimal or has more decimals than the asset. */
export function parseAmount(asset: AssetCode, text: string): Amount | undefined {
  const minorUnits = parseDecimal(text, assetOf(asset).decimals);
  return minorUnits === undefined ? undefined : { asset, minorUnits };
}

/** Formats an amount for the API with all decimals of the asset: "12.50" for USD, "0.00000000" for MRCY. */
export function formatAmount(amount: Amount): string {
  return formatDecimal(amount.minorUnits, assetOf(amount.asset).decimals);
}
