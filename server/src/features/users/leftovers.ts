import { assetTraits } from '@mercury/contract/money/asset.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { post, type AssetBalance, type PostingEntry } from '../../ledger/ledger.ts';

/** Too little to be withdrawn. */
export function isLeftover({ asset, available }: AssetBalance): boolean {
  const withdrawalMin = parseAmount(asset, assetTraits[asset].withdrawalMin);
  if (withdrawalMin === undefined) throw new Error(`${asset} has no amount as its least withdrawal`);
  return available < withdrawalMin.minorUnits;
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
