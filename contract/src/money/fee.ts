import { amountOf, type Amount } from './amount.ts';
import { divide } from './rounding.ts';

const bpsPerWhole = 10_000n;

/**
 * What is taken out of a withdrawal's amount, in hundredths of a percent. Up, to the smallest unit: a part of a unit can't
 * be paid out, and what arrives is never more than what is left. What arrives is `amount` minus this, exactly.
 */
export function withdrawalFee(amount: Amount, feeBps: number): Amount {
  return amountOf(amount.asset, divide(amount.minorUnits * BigInt(feeBps), bpsPerWhole, 'up'));
}

/** What arrives of a withdrawal. */
export function netOfFee(amount: Amount, feeBps: number): Amount {
  return amountOf(amount.asset, amount.minorUnits - withdrawalFee(amount, feeBps).minorUnits);
}
