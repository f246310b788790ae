/** Below one dollar the first digits that are not zero say what a price is. */
const significantDigits = 4;
const centDigits = 2;

/**
 * A price in US dollars as its reader writes numbers: cents from one dollar on, and below that as many digits as say
 * something: `$43,251.20`, `$0.57`, `$0.00000123`.
 */
export function formatPrice(price: string, formatTag: string): string {
  return dollars(price, formatTag, {
    minimumFractionDigits: centDigits,
    maximumFractionDigits: digitsOf(price),
  });
}

/** A price beside a chart, where all that stand in one column have as many digits as their distance asks for. */
export function formatAxisPrice(price: number, stepUsd: number, formatTag: string): string {
  const digits = stepUsd >= 10 || stepUsd <= 0 ? 0 : Math.ceil(-Math.log10(stepUsd)) + 1;
  const fractionDigits = Math.min(digits, 15);
  return dollars(price, formatTag, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}

/** A change in percent with its sign: `+2.35%`. What rounds to nothing has none. */
export function formatChange(percent: string | number, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  // The contract says that it is a decimal, which Intl reads without a detour over floating point.
  const text = format.format(percent as Intl.StringNumericLiteral);
  // A true minus, as wide as the plus, as amounts have it.
  return text.replace('-', '\u2212');
}

/** A part of a whole in percent: `12.5%`. */
export function formatPercent(percent: string, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 2,
  });
  return format.format(percent as Intl.StringNumericLiteral);
}

/** A number as the decimal that prices are written as: never with an exponent, as 1e-7 would be. */
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

/** What a rate is told by: below one, the first digits that are not zero; above, cents and a little more. */
const rateSignificantDigits = 6;
const fractionDigitsMin = 2;

function fractionDigitsMax(rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  if (whole !== '0') return Math.max(fractionDigitsMin, rateSignificantDigits - whole.length);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return zeros + rateSignificantDigits;
}

/** A rate as its reader writes numbers, without its unit: "64,120.55", "0.573", "0.0000123". */
export function rateDigits(rate: string, formatTag: string): string {
  const format = new Intl.NumberFormat(formatTag, {
    minimumFractionDigits: fractionDigitsMin,
    maximumFractionDigits: fractionDigitsMax(rate),
  });
  // The contract says that it is a decimal, which Intl reads without a detour over floating point.
  return format.format(rate as Intl.StringNumericLiteral);
}

type Direction = 'up' | 'down' | 'level';

/** Changes are shown with two decimals: what is less than that is no change to a reader. */
export function directionOf(percent: number): Direction {
  const hundredths = Math.round(percent * 100);
  if (hundredths === 0) return 'level';
  return hundredths > 0 ? 'up' : 'down';
}

/** What there is to say of a course of prices. Nothing is paid by it, so floating point is good enough. */
export interface PriceCourse {
  lowest: number;
  highest: number;
  /** From the first to the last, in percent of the first; null where that was nothing. */
  changePercent: number | null;
}

/** Undefined where there are too few prices to speak of a course. A price is more than nothing. */
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

/** Hundredths of a percent as their reader writes them: "0.25%". */
export function formatBps(bps: number, formatTag: string): string {
  return new Intl.NumberFormat(formatTag, { style: 'percent', maximumFractionDigits: 2 }).format(
    bps / 10_000,
  );
}
