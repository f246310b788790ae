import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { TFunction } from 'i18next';

/** Why an automatic purchase was not made. */
const told = [
  'InsufficientBalance',
  'AmountOutOfRange',
  'TradeLimitReached',
  'LevelLimitReached',
  'ExposureLimitReached',
  'AssetNotTraded',
  'TradingHalted',
  'PriceMissing',
  'PriceStale',
  'PriceJumped',
  'AccountFrozen',
] as const satisfies readonly ErrorCode[];

/** The text of a refusal that the server stored as a code. */
export function refusalWords(t: TFunction, code: ErrorCode): string {
  const known = told.find((each) => each === code);
  return t(`recurringBuys.refusals.${known ?? 'other'}`);
}
