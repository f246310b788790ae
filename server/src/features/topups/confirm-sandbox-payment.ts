import { isAssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { post } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { lockTopUp, type TopUpRow } from './queries.ts';
import { recordOfTopUp } from './record.ts';

/**
 * The pretend chain confirms a payment: the account is credited, once, however often this is called. Credit,
 * history and state are one commit.
 */
export async function confirmSandboxPayment(services: Services, payload: { topUpId: string }): Promise<void> {
  const credited = await inTransaction(services.db, async (trx) => {
    const topUp = await lockTopUp(trx.client, payload.topUpId);
    // The row lock and this state are what a repeat meets.
    if (topUp?.state !== 'payment_seen') return undefined;
    await credit(trx, topUp);
    return topUp;
  });
  if (credited === undefined) return;
  services.events.publish([{ userId: credited.user_id, topics: ['balance', 'transactions'] }]);
}

async function credit(trx: Transaction, topUp: TopUpRow): Promise<void> {
  const asset = topUp.credit_asset;
  if (!isAssetCode(asset)) throw new Error(`top-up ${topUp.id} credits an unknown asset`);
  const transferId = uuidv7();
  const [outcome] = await post(trx, [
    {
      transferId,
      kind: 'topup',
      referenceId: topUp.id,
      entries: [
        { account: { owner: 'house', asset, kind: 'rail_clearing' }, amount: -topUp.credit_amount },
        { account: { owner: topUp.user_id, asset, kind: 'available' }, amount: topUp.credit_amount },
      ],
      records: [recordOfTopUp(topUp, 'completed')],
    },
  ]);
  if (outcome?.isPosted !== true) throw new Error(`the credit of top-up ${topUp.id} was refused`);
  await trx.client.query(
    `update topup set state = 'completed', transfer_id = $2, closed_at = now() where id = $1`,
    [topUp.id, transferId],
  );
}
