import { amountOf, type Amount } from './amount.ts';
import { assetOf, wholeUnitOf } from './asset.ts';
import { priceDecimals } from './price.ts';
import { divide, type Rounding } from './rounding.ts';

/**
 * What something cost, in units of 10^-12 dollars. Costs are divided when a part is sold: counted in cents, what a
 * thousand small parts take out of them would be lost.
 */
export type ScaledCost = bigint;

const perCent = 10n ** BigInt(priceDecimals - assetOf('USD').decimals);

export function costOfCents(usdCents: bigint): ScaledCost {
  return usdCents * perCent;
}

export function costInUsd(cost: ScaledCost, rounding: Rounding): Amount {
  return amountOf('USD', divide(cost, perCent, rounding));
}

/** What falls to a part of the amount that the cost is of. */
export function costOfPart(cost: ScaledCost, part: bigint, whole: bigint, rounding: Rounding): ScaledCost {
  return divide(cost * part, whole, rounding);
}

/** What one whole unit cost on average, as prices are counted; undefined of nothing. */
export function averageCost(cost: ScaledCost, amount: Amount, rounding: Rounding): bigint | undefined {
  if (amount.minorUnits <= 0n) return undefined;
  return divide(cost * wholeUnitOf(amount.asset), amount.minorUnits, rounding);
}
