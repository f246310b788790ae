import { assetOf, decimalsOutside, stepOutside, type AssetCode } from './asset.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';
import { divide } from './rounding.ts';

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

/** Likewise what comes from outside the books: "10.001" is no amount of US dollars there. */
export function parseAmountOutside(asset: AssetCode, text: string): Amount | undefined {
  return parseDecimal(text, decimalsOutside(asset)) === undefined ? undefined : parseAmount(asset, text);
}

/** Whether it can leave the books as it is: dollars in whole cents. */
export function isWholeOutside({ asset, minorUnits }: Amount): boolean {
  return minorUnits % stepOutside(asset) === 0n;
}

/** As much of it as can leave the books. */
export function wholePartOutside({ asset, minorUnits }: Amount): Amount {
  const step = stepOutside(asset);
  return amountOf(asset, divide(minorUnits, step, 'down') * step);
}

/**
 * Formats an amount for the API: exact, with the decimals that the asset is shown with, and more only where they carry something.
 * "12.50" and "12.504999" for USD, "0.00000000" for MRCY.
 */
export function formatAmount({ asset, minorUnits }: Amount): string {
  const { decimals, shownDecimals } = assetOf(asset);
  return withoutZeros(formatDecimal(minorUnits, decimals), decimals - shownDecimals);
}

/** At most `most` zeros fewer at the end. */
function withoutZeros(text: string, most: number): string {
  let end = text.length;
  while (end > text.length - most && text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}
