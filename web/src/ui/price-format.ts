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
