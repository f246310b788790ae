import { amountOf, type Amount } from './amount.ts';
import { assetOf, stepOutside, wholeUnitOf } from './asset.ts';
import { priceDecimals } from './price.ts';
import { divide, divideInSteps, type Rounding } from './rounding.ts';

/**
 * A cost in units of 10^-12 dollars. Each sale of a part divides the cost. In the unit of the books, the rounding of a
 * thousand small sales would lose money.
 */
export type ScaledCost = bigint;

/** Of US dollars in their smallest unit. */
export function costOfUsd(usd: bigint): ScaledCost {
  return usd * perSmallestUnit();
}

/** In whole cents, as every worth. */
export function costInUsd(cost: ScaledCost, rounding: Rounding): Amount {
  return amountOf('USD', divideInSteps(cost, perSmallestUnit(), { step: stepOutside('USD'), rounding }));
}

function perSmallestUnit(): bigint {
  return 10n ** BigInt(priceDecimals - assetOf('USD').decimals);
}

/** The part's share of the cost. The cost is that of the whole amount. */
export function costOfPart(cost: ScaledCost, part: bigint, whole: bigint, rounding: Rounding): ScaledCost {
  return divide(cost * part, whole, rounding);
}

/** Average cost of one whole unit, in units of a price; undefined for an amount of zero. */
export function averageCost(cost: ScaledCost, amount: Amount, rounding: Rounding): bigint | undefined {
  if (amount.minorUnits <= 0n) return undefined;
  return divide(cost * wholeUnitOf(amount.asset), amount.minorUnits, rounding);
}
