import { amountOf, formatAmount, parseAmount, wholePartOutside } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { SharePercent } from '../../domain/quick-shares.tsx';
import type { Draft } from './draft.ts';

type Share = Pick<Draft, 'amount' | 'isEverything'>;

/**
 * A part of what is available, rounded down to what can be typed, and everything to its last unit. Undefined where that would be
 * nothing.
 */
export function shareOf(asset: AssetCode, available: string, percent: SharePercent): Share | undefined {
  const all = parseAmount(asset, available);
  if (all === undefined || all.minorUnits <= 0n) return undefined;
  if (percent === 100) return { amount: available, isEverything: true };
  const minorUnits = divide(all.minorUnits * BigInt(percent), 100n, 'down');
  const share = wholePartOutside(amountOf(asset, minorUnits));
  return share.minorUnits === 0n ? undefined : { amount: formatAmount(share) };
}
