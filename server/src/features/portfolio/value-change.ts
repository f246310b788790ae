import {
  assetDecimalsMax,
  assetOf,
  stepOutside,
  wholeUnitOf,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import { divide, divideInSteps } from '@mercury/contract/money/rounding.ts';

/** An asset's balance at each time, in its smallest unit, and the price of a whole unit then; undefined if unknown. */
export interface PricedCourse {
  readonly asset: AssetCode;
  readonly balances: readonly bigint[];
  readonly prices: readonly (bigint | undefined)[];
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
 * What prices alone changed. From one time to the next, what there was at the first changes by the difference of the two prices.
 * What came in or went out between them counts at the later price: as money that moved, and neither as gain nor as loss.
 *
 * Undefined if there was nothing, or if the price of something that was there is unknown.
 */
export function changeOf(courses: readonly PricedCourse[]): ValueChange | undefined {
  const counted = courses.filter(({ isEverPriced }) => isEverPriced);
  const timeCount = counted[0]?.balances.length ?? 0;
  const course = [0n];
  let base = valueAt(counted, 0, 0);
  for (let index = 1; index < timeCount; index += 1) {
    const before = valueAt(counted, index - 1, index - 1);
    const moved = valueAt(counted, index - 1, index);
    const after = valueAt(counted, index, index);
    if (base === undefined || before === undefined || moved === undefined || after === undefined) {
      return undefined;
    }
    course.push((course.at(-1) ?? 0n) + moved - before);
    if (after > moved) base += after - moved;
  }
  if (base === undefined || base === 0n) return undefined;
  const change = course.at(-1) ?? 0n;
  return {
    usd: centsOf(change),
    percentHundredths: divide(change * 10_000n, base, 'half-even'),
    course: course.map(centsOf),
  };
}

/** The exact value of the balances of one time at the prices of another; undefined if one is unknown. */
function valueAt(
  courses: readonly PricedCourse[],
  balanceIndex: number,
  priceIndex: number,
): bigint | undefined {
  let sum = 0n;
  for (const { asset, balances, prices } of courses) {
    const balance = balances[balanceIndex] ?? 0n;
    if (balance === 0n) continue;
    const price = prices[priceIndex];
    if (price === undefined) return undefined;
    sum += balance * price * 10n ** BigInt(assetDecimalsMax - assetOf(asset).decimals);
  }
  return sum;
}

/** Rounded once, at the end: the roundings of fifty steps would add up to cents that nobody gained. */
function centsOf(value: bigint): bigint {
  const divisor = 10n ** BigInt(assetDecimalsMax + priceDecimals);
  return divideInSteps(value * wholeUnitOf('USD'), divisor, {
    step: stepOutside('USD'),
    rounding: 'half-even',
  });
}
