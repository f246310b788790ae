import { assetDecimalsMax, assetOf, isAssetCode } from '@mercury/contract/money/asset.ts';
import { numberFormat } from '../i18n/formats.ts';

export interface MoneyStyle {
  /** always: also a plus, for an amount that is a change and no balance. */
  signs?: 'negative' | 'always' | 'never';
  /**
   * short: at most four decimals, and below one the first four significant digits. For lists, never for what can't be undone.
   * exact: also what is finer than a cent. For records, whose figures must add up.
   */
  precision?: 'all' | 'short' | 'exact';
}

export interface MoneyParts {
  sign: string;
  /** "<" if the amount is less than the least that the short form can write. */
  bound: '' | '<';
  integer: string;
  separator: string;
  fraction: string;
  /** The short form leaves out digits that carry something. */
  isCut: boolean;
}

/** The digits of the short form. */
const shortDigits = { decimals: 4, significantBelowOne: 4, decimalsMax: 8 };

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
 * shown ones of the asset are cut, unless all are asked for, so that a balance never looks higher than it is.
 */
export function moneyParts(amount: string, asset: string, formatTag: string, style: MoneyStyle): MoneyParts {
  if (!isDecimal(amount)) throw new RangeError('an amount is a decimal string');
  const isNegative = amount.startsWith('-');
  const magnitude = isNegative ? amount.slice(1) : amount;
  if (!isDecimal(magnitude)) throw new RangeError('an amount is a decimal string');
  const decimals = decimalsOf(asset, style);
  const digits = style.precision === 'short' ? shortDecimals(magnitude, decimals) : decimals;
  const isTooSmall =
    style.precision === 'short' && isNothingShown(magnitude, digits) && /[1-9]/.test(magnitude);
  const shown = isTooSmall ? leastOf(digits) : magnitude;
  const format = numberFormat(formatTag, {
    minimumFractionDigits: Math.min(fractionDigitsMin, decimals),
    maximumFractionDigits: digits,
    roundingMode: 'trunc',
  });
  const parts = format.formatToParts(shown);
  const textOf = (...types: readonly string[]) =>
    parts
      .filter((part) => types.includes(part.type))
      .map((part) => part.value)
      .join('');
  return {
    sign: signOf(isNegative, isNothingShown(shown, digits), style.signs),
    bound: isTooSmall ? '<' : '',
    integer: textOf('integer', 'group'),
    separator: textOf('decimal'),
    fraction: textOf('fraction'),
    isCut: hasMore(magnitude, { after: digits, upTo: decimals }),
  };
}

/** The most that may be shown. */
function decimalsOf(asset: string, { precision }: MoneyStyle): number {
  if (!isAssetCode(asset)) return assetDecimalsMax;
  const { decimals, shownDecimals } = assetOf(asset);
  return precision === 'exact' ? decimals : shownDecimals;
}

/** How many digits after the point the short form writes. */
function shortDecimals(magnitude: Decimal, decimals: number): number {
  const [whole = '', fraction = ''] = magnitude.split('.');
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  const wanted = /[1-9]/.test(whole) ? shortDigits.decimals : zeros + shortDigits.significantBelowOne;
  return Math.min(wanted, shortDigits.decimalsMax, decimals);
}

/** One at the last place: 0.01 for two digits. */
function leastOf(digits: number): Decimal {
  // Not computed: a number would become 1e-8. The form is that of a decimal by construction.
  return (digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`) as Decimal;
}

function hasMore(magnitude: Decimal, { after, upTo }: { after: number; upTo: number }): boolean {
  const [, fraction = ''] = magnitude.split('.');
  return /[1-9]/.test(fraction.slice(after, upTo));
}

function isNothingShown(magnitude: string, decimals: number): boolean {
  const [whole = '', fraction = ''] = magnitude.split('.');
  return /^0*$/.test(whole + fraction.slice(0, decimals));
}

/** An amount inside a sentence, kept left to right whatever the sentence's direction is. */
export function moneyText(amount: string, asset: string, formatTag: string, style: MoneyStyle = {}): string {
  const { sign, bound, integer, separator, fraction } = moneyParts(amount, asset, formatTag, style);
  return `\u2066${sign}${bound}${integer}${fraction && separator}${fraction}\u00a0${asset}\u2069`;
}
