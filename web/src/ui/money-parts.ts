import { assetDecimalsMax, assetOf, isAssetCode } from '@mercury/contract/money/asset.ts';

export interface MoneyStyle {
  /** always: a plus too, where an amount is a change rather than a balance. */
  signs?: 'negative' | 'always' | 'never';
}

export interface MoneyParts {
  sign: string;
  integer: string;
  separator: string;
  fraction: string;
}

/** Balances keep two decimals at least, so that columns of them line up; more only where they carry something. */
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
 * Splits a decimal string into what is shown. Intl formats strings of digits exactly, without a detour over
 * floating point; what is beyond the digits that the asset is shown with is cut, so that a balance is never shown higher than it is.
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

/** An amount inside a sentence, kept left to right whatever the sentence's own direction is. */
export function moneyText(amount: string, asset: string, formatTag: string): string {
  const { sign, integer, separator, fraction } = moneyParts(amount, asset, formatTag, {});
  return `\u2066${sign}${integer}${fraction && separator}${fraction}\u00a0${asset}\u2069`;
}
