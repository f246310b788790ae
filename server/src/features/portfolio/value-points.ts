import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import type { Course } from './past-prices.ts';

/**
 * What all was worth at each of the times, in order. What had no price then is not in it, and a time of which not all
 * balances are known is left out. The last is the present, and says what the total says.
 */
export function pointsOf(options: {
  timesMs: readonly number[];
  courses: readonly Course[];
  past: ReadonlyMap<AssetCode, readonly (bigint | undefined)[]>;
  knownSinceMs: number;
  /** Cents. */
  totalUsd: bigint;
}): ReplyOf<typeof getPortfolio>['points'] {
  const { timesMs, courses, past, knownSinceMs, totalUsd } = options;
  const valueAt = (index: number): bigint =>
    courses.reduce((sum, { asset, balances }) => {
      const scaledUsd = past.get(asset)?.[index];
      if (scaledUsd === undefined) return sum;
      const amount = amountOf(asset, balances[index] ?? 0n);
      return sum + valueInUsd(amount, { asset, scaledUsd }, 'half-even').minorUnits;
    }, 0n);
  const present = timesMs.length - 1;
  return timesMs.flatMap((timeMs, index) => {
    if (index < present && timeMs < knownSinceMs) return [];
    const cents = index === present ? totalUsd : valueAt(index);
    return [{ at: new Date(timeMs).toISOString(), usd: formatAmount(amountOf('USD', cents)) }];
  });
}
