import { moneyParts } from './money-parts.ts';

/** An amount inside a sentence, kept left to right whatever the sentence's own direction is. */
export function moneyText(amount: string, asset: string, formatTag: string): string {
  const { sign, integer, separator, fraction } = moneyParts(amount, asset, formatTag, {});
  return `\u2066${sign}${integer}${fraction && separator}${fraction}\u00a0${asset}\u2069`;
}
