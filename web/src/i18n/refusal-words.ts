import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { TFunction } from 'i18next';

/** Why something was not bought while nobody was there to be answered. */
const told = [
  'InsufficientBalance',
  'AmountOutOfRange',
  'TradeLimitReached',
  'ExposureLimitReached',
  'AssetNotTraded',
  'PriceMissing',
  'PriceStale',
  'PriceJumped',
  'AccountFrozen',
] as const satisfies readonly ErrorCode[];

/** A refusal that the server kept as a code, in the reader's language. */
export function refusalWords(t: TFunction, code: ErrorCode): string {
  const known = told.find((each) => each === code);
  return t(`recurringBuys.refusals.${known ?? 'other'}`);
}
