/** Below one dollar only the first significant digits matter. */
const significantDigits = 4;
const centDigits = 2;

/**
 * A US dollar price in the reader's number format: with cents from one dollar on, with significant digits below: `$43,251.20`,
 * `$0.57`, `$0.00000123`.
 */
export function formatPrice(price: string, formatTag: string): string {
  return dollars(price, formatTag, {
    minimumFractionDigits: centDigits,
    maximumFractionDigits: digitsOf(price),
  });
}

/** An axis label of a chart. All labels have the digits that their distance needs. */
export function formatAxisPrice(price: number, stepUsd: number, formatTag: string): string {
  const digits = stepUsd >= 10 || stepUsd <= 0 ? 0 : Math.ceil(-Math.log10(stepUsd)) + 1;
  const fractionDigits = Math.min(digits, 15);
  return dollars(price, formatTag, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** A change in percent with its sign: `+2.35%`. No sign if it rounds to zero. */
export function formatChange(percent: string | number, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  // A decimal by contract. Intl formats the string exactly, without floating point.
  const text = format.format(percent as Intl.StringNumericLiteral);
  // A true minus sign, as wide as the plus, like in amounts.
  return text.replace('-', '\u2212');
}

/** A share in percent: `12.5%`. */
export function formatPercent(percent: string, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 2,
  });
  return format.format(percent as Intl.StringNumericLiteral);
}

/** A large number in short: "1.32tn", "1,32 трлн". For figures that nobody counts with. */
export function formatCompact(figure: string, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, { notation: 'compact', maximumFractionDigits: 2 });
  return format.format(figure as Intl.StringNumericLiteral);
}

/** A number as a plain decimal string, never with an exponent like 1e-7. */
export function decimalText(price: number): string {
  return price.toFixed(12).replace(/\.?0+$/, '');
}

function digitsOf(price: string): number {
  const zeros = /^0(?:\.(0*))?/.exec(price);
  return zeros === null ? centDigits : (zeros[1]?.length ?? 0) + significantDigits;
}

function dollars(price: string | number, formatTag: string, digits: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(formatTag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...digits,
  });
  return format.format(price as Intl.StringNumericLiteral);
}

/** Digits of a rate: significant digits below one; cents and a little more above. */
const rateSignificantDigits = 6;
const fractionDigitsMin = 2;

function fractionDigitsMax(rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  if (whole !== '0') return Math.max(fractionDigitsMin, rateSignificantDigits - whole.length);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return zeros + rateSignificantDigits;
}

/** A rate in the reader's number format, without its unit: "64,120.55", "0.573", "0.0000123". */
export function rateDigits(rate: string, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, {
    minimumFractionDigits: fractionDigitsMin,
    maximumFractionDigits: fractionDigitsMax(rate),
  });
  // A decimal by contract. Intl formats the string exactly, without floating point.
  return format.format(rate as Intl.StringNumericLiteral);
}

type Direction = 'up' | 'down' | 'level';

/** Changes have two decimals on screen. A smaller change counts as none. */
export function directionOf(percent: number): Direction {
  const hundredths = Math.round(percent * 100);
  if (hundredths === 0) return 'level';
  return hundredths > 0 ? 'up' : 'down';
}

/** Summary of a price history. Floating point is fine here: nothing is paid by it. */
export interface PriceCourse {
  lowest: number;
  highest: number;
  /** From first to last, in percent of the first; null if the first is zero. */
  changePercent: number | null;
}

/** Undefined if there are too few prices. A price is above zero. */
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

/** Hundredths of a percent in the reader's format: "0.25%". */
export function formatBps(bps: number, formatTag: string): string {
  return new Intl.NumberFormat(formatTag, { style: 'percent', maximumFractionDigits: 2 }).format(
    bps / 10_000,
  );
}
