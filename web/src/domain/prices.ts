import type { TFunction } from 'i18next';
import { numberFormat } from '../i18n/formats.ts';

/** Below one dollar. */
const significantDigits = 4;
const centDigits = 2;

/** With cents from one dollar on, significant digits below: `$43,251.20`, `$0.57`, `$0.00000123`. */
export function formatPrice(price: string, formatTag: string): string {
  return dollars(price, formatTag, {
    minimumFractionDigits: centDigits,
    maximumFractionDigits: shownDecimals(price),
  });
}

/** A price within a sentence, in its language's words: "۰٫۵۷ دلار". Its direction is its own. */
export function priceInText(price: string, t: TFunction, formatTag: string): string {
  const format = numberFormat(formatTag, {
    minimumFractionDigits: centDigits,
    maximumFractionDigits: shownDecimals(price),
  });
  const figure = format.format(price as Intl.StringNumericLiteral);
  return `\u2068${t('market.usd', { figure })}\u2069`;
}

/** The distance of the labels decides their digits. */
export function formatAxisPrice(price: number, stepUsd: number, formatTag: string): string {
  const digits = stepUsd >= 10 || stepUsd <= 0 ? 0 : Math.ceil(-Math.log10(stepUsd)) + 1;
  const fractionDigits = Math.min(digits, 15);
  return dollars(price, formatTag, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** `+2.35%`; no sign if it rounds to zero. */
export function formatChange(percent: string | number, formatTag: string): string {
  const format = numberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  // Intl formats a decimal string exactly, without floating point.
  const text = format.format(percent as Intl.StringNumericLiteral);
  // A true minus sign, as wide as the plus.
  return text.replace('-', '\u2212');
}

/** A distance in whole percent: `+5%`. */
export function formatStep(percent: number, formatTag: string): string {
  const format = numberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    signDisplay: 'exceptZero',
  });
  return format.format(percent).replace('-', '\u2212');
}

/** A share in percent: `12.5%`. */
export function formatPercent(percent: string, formatTag: string): string {
  const format = numberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 2,
  });
  return format.format(percent as Intl.StringNumericLiteral);
}

/** A large number in short: "1.32tn", "1,32 трлн"; below one with four digits that count. For figures that nobody counts with. */
export function formatCompact(figure: string, formatTag: string): string {
  const digits = Number(figure) < 1 ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: 2 };
  const format = numberFormat(formatTag, { notation: 'compact', ...digits });
  return format.format(figure as Intl.StringNumericLiteral);
}

/** A number as a plain decimal string, never with an exponent like 1e-7. */
export function decimalText(price: number): string {
  return price.toFixed(12).replace(/\.?0+$/, '');
}

/** The most decimals that a price is shown with. */
export function shownDecimals(price: string): number {
  const zeros = /^0(?:\.(0*))?/.exec(price);
  return zeros === null ? centDigits : (zeros[1]?.length ?? 0) + significantDigits;
}

function dollars(price: string | number, formatTag: string, digits: Intl.NumberFormatOptions): string {
  const format = numberFormat(formatTag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...digits,
  });
  return format.format(price as Intl.StringNumericLiteral);
}

/** Significant digits below one; a little more than cents above. */
const rateSignificantDigits = 6;
const fractionDigitsMin = 2;

function fractionDigitsMax(rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  if (whole !== '0') return Math.max(fractionDigitsMin, rateSignificantDigits - whole.length);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return zeros + rateSignificantDigits;
}

/** Without its unit: "64,120.55", "0.573", "0.0000123". */
export function rateDigits(rate: string, formatTag: string): string {
  const format = numberFormat(formatTag, {
    minimumFractionDigits: fractionDigitsMin,
    maximumFractionDigits: fractionDigitsMax(rate),
  });
  // Intl formats a decimal string exactly, without floating point.
  return format.format(rate as Intl.StringNumericLiteral);
}

type Direction = 'up' | 'down' | 'level';

/** Two decimals are shown: a smaller change counts as none. */
export function directionOf(percent: number): Direction {
  const hundredths = Math.round(percent * 100);
  if (hundredths === 0) return 'level';
  return hundredths > 0 ? 'up' : 'down';
}

/** Floating point is fine: nothing is paid by it. */
export interface PriceCourse {
  lowest: number;
  highest: number;
  /** In percent of the first; null if that is zero. */
  changePercent: number | null;
}

/** Undefined if there are too few. Prices are above zero. */
export function courseOf(prices: readonly number[]): (PriceCourse & { changePercent: number }) | undefined {
  const [first] = prices;
  const last = prices.at(-1);
  if (prices.length < 2 || first === undefined || last === undefined || first <= 0) return undefined;
  return {
    lowest: Math.min(...prices),
    highest: Math.max(...prices),
    changePercent: ((last - first) / first) * 100,
  };
}

/** "0.25%" of hundredths of a percent. */
export function formatBps(bps: number, formatTag: string): string {
  return numberFormat(formatTag, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000);
}
