import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { post, type Posting } from '../../ledger/ledger.ts';
import type { TopUpRow } from './queries.ts';
import { creditAssetOf, creditFor, recordOfTopUp, type Credit } from './record.ts';

/** Credits what came at the firm rate, be it what was asked for, less or more. Credit, history and state are one commit. */
export async function completeTopUp(trx: Transaction, topUp: TopUpRow, confirmedUsd: bigint): Promise<void> {
  const price = { asset: creditAssetOf(topUp), scaledUsd: topUp.price_scaled_usd };
  const credit = creditFor(confirmedUsd, price);
  const transferId = uuidv7();
  const outcomes = await post(trx, [
    {
      ...creditPosting(topUp, { transferId, credit }),
      records: [recordOfTopUp(topUp, 'completed', credit)],
    },
  ]);
  if (outcomes[0]?.isPosted !== true) throw new Error(`the credit of top-up ${topUp.id} was refused`);
  await trx.client.query(
    `update topup
        set state = 'completed', transfer_id = $2, closed_at = now(), seen_at = coalesce(seen_at, now())
      where id = $1`,
    [topUp.id, transferId],
  );
  await trx.client.query(
    `update topup_payment set transfer_id = $2
      where topup_id = $1 and problem is null and state = 'confirmed'`,
    [topUp.id, transferId],
  );
}

/** What the outside now owes the house, the person has. */
export function creditPosting(
  topUp: Pick<TopUpRow, 'id' | 'user_id' | 'credit_asset'>,
  { transferId, credit }: { transferId: string; credit: Credit },
): Posting {
  const asset = creditAssetOf(topUp);
  return {
    transferId,
    kind: 'topup',
    referenceId: topUp.id,
    entries: [
      { account: { owner: 'house', asset, kind: 'rail_clearing' }, amount: -credit.amount },
      { account: { owner: topUp.user_id, asset, kind: 'available' }, amount: credit.amount },
    ],
  };
}
