/** What a rate is told by: below one, the first digits that are not zero; above, cents and a little more. */
const significantDigits = 6;
const fractionDigitsMin = 2;

function fractionDigitsMax(rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  if (whole !== '0') return Math.max(fractionDigitsMin, significantDigits - whole.length);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return zeros + significantDigits;
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
