import { leastWithdrawal } from '@mercury/contract/money/fee.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { post, type AssetBalance, type PostingEntry } from '../../ledger/ledger.ts';
import { networkFeeOf, type NetworkFees } from '../../withdrawal-settings.ts';

/** Too little to be withdrawn. */
export function isLeftover(
  config: { readonly networkFees: NetworkFees },
  { asset, available }: AssetBalance,
): boolean {
  return available < leastWithdrawal(asset, networkFeeOf(config, asset)).minorUnits;
}

/** Moves what its owner gives up to the house, in one transfer. It has no row of history: nobody is left to read it. */
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
