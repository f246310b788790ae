import {
  assetDecimalsMax,
  assetOf,
  stepOutside,
  wholeUnitOf,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import { divide, divideInSteps } from '@mercury/contract/money/rounding.ts';
import type { Movement } from './holding.ts';

/** An asset's balance at each time, in its smallest unit, and the price of a whole unit then; undefined if unknown. */
export interface PricedCourse {
  readonly asset: AssetCode;
  readonly balances: readonly bigint[];
  readonly prices: readonly (bigint | undefined)[];
  /** Of each time what moved since the one before: the differences of the balances. */
  readonly movements: readonly (readonly Movement[])[];
  /** An asset that never had a price is no part of the total, so it can't change it. */
  readonly isEverPriced: boolean;
}

/** Amounts in the smallest unit of US dollars, in whole cents. */
export interface ValueChange {
  readonly usd: bigint;
  /** Of the value at the beginning plus what came in since. */
  readonly percentHundredths: bigint;
  /** The change up to each time, from zero. */
  readonly course: readonly bigint[];
}

/**
 * What there is more than there was, less what came in and plus what went out since: as much of it as was booked with a worth at
 * that, the rest at the price of the next time. The sides of a trade are worth the same, so what it cost is part of the change.
 *
 * Undefined if there was nothing, or if the price of something that was there is unknown.
 */
export function changeOf(courses: readonly PricedCourse[]): ValueChange | undefined {
  const counted = courses.filter(({ isEverPriced }) => isEverPriced);
  const timeCount = counted[0]?.balances.length ?? 0;
  const course = [0n];
  let before = valueAt(counted, 0);
  let base = before;
  for (let index = 1; index < timeCount; index += 1) {
    const after = valueAt(counted, index);
    const came = cameUntil(counted, index);
    if (base === undefined || before === undefined || after === undefined || came === undefined) {
      return undefined;
    }
    course.push((course.at(-1) ?? 0n) + after - before - came);
    if (came > 0n) base += came;
    before = after;
  }
  if (base === undefined || base === 0n) return undefined;
  const change = course.at(-1) ?? 0n;
  return {
    usd: centsOf(change),
    percentHundredths: divide(change * 10_000n, base, 'half-even'),
    course: course.map(centsOf),
  };
}

/** Undefined if the price of something is unknown. */
function valueAt(courses: readonly PricedCourse[], index: number): bigint | undefined {
  let sum = 0n;
  for (const { asset, balances, prices } of courses) {
    const balance = balances[index] ?? 0n;
    if (balance === 0n) continue;
    const price = prices[index];
    if (price === undefined) return undefined;
    sum += exactValue(asset, balance, price);
  }
  return sum;
}

/** Below zero if more went out; undefined if the worth of something is unknown. */
function cameUntil(courses: readonly PricedCourse[], index: number): bigint | undefined {
  let sum = 0n;
  for (const { asset, movements, prices } of courses) {
    for (const movement of movements[index] ?? []) {
      const worth = worthOf(asset, movement, prices[index]);
      if (worth === undefined) return undefined;
      sum += worth;
    }
  }
  return sum;
}

/** A worth was booked in cents: where the price says the same, without its rounding, so that nobody gains by receiving. */
function worthOf(asset: AssetCode, { amount, usd }: Movement, price: bigint | undefined): bigint | undefined {
  const exact = price === undefined ? undefined : exactValue(asset, amount, price);
  if (usd === null) return exact;
  const booked = amount < 0n ? -usd : usd;
  if (exact !== undefined && centsOf(exact) === booked) return exact;
  return (booked * dollar) / wholeUnitOf('USD');
}

const dollar = 10n ** BigInt(assetDecimalsMax + priceDecimals);

function exactValue(asset: AssetCode, amount: bigint, price: bigint): bigint {
  return amount * price * 10n ** BigInt(assetDecimalsMax - assetOf(asset).decimals);
}

/** Rounded once, at the end: the roundings of fifty steps would add up to cents that nobody gained. */
function centsOf(value: bigint): bigint {
  return divideInSteps(value * wholeUnitOf('USD'), dollar, {
    step: stepOutside('USD'),
    rounding: 'half-even',
  });
}
