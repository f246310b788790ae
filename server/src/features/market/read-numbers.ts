import { priceDecimals } from '@mercury/contract/money/price.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import * as z from 'zod';

/**
 * The market-data service writes prices as JSON numbers. Floating point would change their digits, so each number stays as its
 * text: `1e-9` as '1e-9', `0.1` as '0.1'.
 */
export function parseJsonWithExactNumbers(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
}

/** A JSON number (RFC 8259, 6) of bounded length. */
const numberPattern = /^(-?)([0-9]{1,40})(?:\.([0-9]{1,60}))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/** A thousand times the value of all money. A larger number is neither a price nor a price change. */
const scaledMax = 10n ** BigInt(18 + priceDecimals);

/** Rounds to the nearest 10^-12. Undefined for text that is no number, or a number too large to be real. */
export function readScaled(text: string): bigint | undefined {
  const match = numberPattern.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + priceDecimals;
  const scaled =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divide(digits, 10n ** BigInt(-shift), 'half-even');
  if (scaled > scaledMax) return undefined;
  return sign === '-' ? -scaled : scaled;
}

/** The same for a number within an answer. */
export const scaledSchema = z.string().transform((text, context): bigint => {
  const scaled = readScaled(text);
  if (scaled !== undefined) return scaled;
  context.addIssue('is no number that can be used');
  return z.NEVER;
});
/** As many digits as a line on a chart can show. */
const shownDigits = 7;

/** Rounds to the nearest value with seven significant digits: 64392.2357 becomes 64392.24. */
export function shorten(scaled: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, scaled.toString().length - shownDigits));
  return divide(scaled, step, 'half-even') * step;
}
