import { leastWithdrawal } from '@mercury/contract/money/fee.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { post, type AssetBalance, type PostingEntry } from '../../ledger/ledger.ts';
import { networkFeeOf, type NetworkFees } from '../../withdrawal-settings.ts';

/** Too little to withdraw. */
export function isLeftover(
  config: { readonly networkFees: NetworkFees },
  { asset, available }: AssetBalance,
): boolean {
  return available < leastWithdrawal(asset, networkFeeOf(config, asset)).minorUnits;
}

/** Moves the given-up balances to the house in one transfer. Writes no history row: its reader is leaving. */
export async function giveUpLeftovers(
  trx: Transaction,
  userId: string,
  leftovers: readonly AssetBalance[],
): Promise<void> {
  const entries = leftovers.flatMap(({ asset, available }): PostingEntry[] => [
    { account: { owner: userId, asset, kind: 'available' }, amount: -available },
    { account: { owner: 'house', asset, kind: 'fees' }, amount: available },
  ]);
  const [outcome] = await post(trx, [{ transferId: uuidv7(), kind: 'adjustment', entries }]);
  if (outcome?.isPosted !== true) throw new Error(`the leftovers of ${userId} could not be given up`);
}
