import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

interface Count {
  asset: AssetCode;
  from: string;
  to: string;
}

/** Steps of a count: fine enough that nobody sees them. */
const stepsMax = 10_000;

/** The amount that is shown at a progress from 0 to 1 of the count. Ends on exactly the amount it counts to. */
export function countedAmount({ asset, from, to }: Count, progress: number): string {
  const start = parseAmount(asset, from);
  const end = parseAmount(asset, to);
  if (!start || !end || progress >= 1) return to;
  const eased = 1 - (1 - Math.max(0, progress)) ** 3;
  const step = BigInt(Math.round(eased * stepsMax));
  const minorUnits = start.minorUnits + ((end.minorUnits - start.minorUnits) * step) / BigInt(stepsMax);
  return formatAmount({ asset, minorUnits });
}
