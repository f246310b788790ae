import { assetDecimalsMax, assetOf, isAssetCode } from '@mercury/contract/money/asset.ts';

export interface MoneyStyle {
  /** always: also a plus, for an amount that is a change and no balance. */
  signs?: 'negative' | 'always' | 'never';
}

export interface MoneyParts {
  sign: string;
  integer: string;
  separator: string;
  fraction: string;
}

/** Balances have at least two decimals, so that columns align. They have more only if these are not zero. */
const fractionDigitsMin = 2;

type Decimal = `${number}`;

function isDecimal(text: string): text is Decimal {
  return /^-?\d+(\.\d+)?$/.test(text);
}

function signOf(isNegative: boolean, isZero: boolean, signs: MoneyStyle['signs']): string {
  if (signs === 'never' || isZero) return '';
  if (isNegative) return '\u2212';
  return signs === 'always' ? '+' : '';
}

/**
 * Splits a decimal string into its shown parts. Intl formats such strings exactly, without floating point. Digits beyond the
 * shown ones of the asset are cut, so that a balance never looks higher than it is.
 */
export function moneyParts(amount: string, asset: string, formatTag: string, style: MoneyStyle): MoneyParts {
  if (!isDecimal(amount)) throw new RangeError('an amount is a decimal string');
  const isNegative = amount.startsWith('-');
  const magnitude = isNegative ? amount.slice(1) : amount;
  if (!isDecimal(magnitude)) throw new RangeError('an amount is a decimal string');
  const decimals = isAssetCode(asset) ? assetOf(asset).shownDecimals : assetDecimalsMax;
  const format = new Intl.NumberFormat(formatTag, {
    minimumFractionDigits: Math.min(fractionDigitsMin, decimals),
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  });
  const parts = format.formatToParts(magnitude);
  const textOf = (...types: readonly string[]) =>
    parts
      .filter((part) => types.includes(part.type))
      .map((part) => part.value)
      .join('');
  return {
    sign: signOf(isNegative, isNothingShown(magnitude, decimals), style.signs),
    integer: textOf('integer', 'group'),
    separator: textOf('decimal'),
    fraction: textOf('fraction'),
  };
}

function isNothingShown(magnitude: string, decimals: number): boolean {
  const [whole = '', fraction = ''] = magnitude.split('.');
  return /^0*$/.test(whole + fraction.slice(0, decimals));
}

/** An amount inside a sentence, kept left to right whatever the sentence's direction is. */
export function moneyText(amount: string, asset: string, formatTag: string): string {
  const { sign, integer, separator, fraction } = moneyParts(amount, asset, formatTag, {});
  return `\u2066${sign}${integer}${fraction && separator}${fraction}\u00a0${asset}\u2069`;
}
