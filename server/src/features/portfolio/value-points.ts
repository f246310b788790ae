import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import type { Course, PastPrices } from './past-prices.ts';

/**
 * The total worth at each time, in order. An asset without a price at that time does not count, and a time with unknown balances
 * is left out. The last point is the present and equals the total.
 */
export function pointsOf(options: {
  timesMs: readonly number[];
  courses: readonly Course[];
  past: ReadonlyMap<AssetCode, Pick<PastPrices, 'prices'>>;
  knownSinceMs: number;
  /** In the smallest unit of US dollars. */
  totalUsd: bigint;
}): ReplyOf<typeof getPortfolio>['points'] {
  const { timesMs, courses, past, knownSinceMs, totalUsd } = options;
  const valueAt = (index: number): bigint =>
    courses.reduce((sum, { asset, balances }) => {
      const scaledUsd = past.get(asset)?.prices[index];
      if (scaledUsd === undefined) return sum;
      const amount = amountOf(asset, balances[index] ?? 0n);
      return sum + valueInUsd(amount, { asset, scaledUsd }, 'half-even').minorUnits;
    }, 0n);
  const present = timesMs.length - 1;
  return timesMs.flatMap((timeMs, index) => {
    if (index < present && timeMs < knownSinceMs) return [];
    const usd = index === present ? totalUsd : valueAt(index);
    return [{ at: new Date(timeMs).toISOString(), usd: formatAmount(amountOf('USD', usd)) }];
  });
}
