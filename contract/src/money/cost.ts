import { amountOf, type Amount } from './amount.ts';
import { assetOf, wholeUnitOf } from './asset.ts';
import { priceDecimals } from './price.ts';
import { divide, type Rounding } from './rounding.ts';

/**
 * A cost in units of 10^-12 dollars. Each sale of a part divides the cost. In cents, the rounding of a thousand small sales would
 * lose money.
 */
export type ScaledCost = bigint;

const perCent = 10n ** BigInt(priceDecimals - assetOf('USD').decimals);

export function costOfCents(usdCents: bigint): ScaledCost {
  return usdCents * perCent;
}

export function costInUsd(cost: ScaledCost, rounding: Rounding): Amount {
  return amountOf('USD', divide(cost, perCent, rounding));
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
