import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { post, type Posting, type PostingEntry } from '../../ledger/ledger.ts';
import type { TopUpRow } from './queries.ts';
import { creditAssetOf, creditFor, recordOfTopUp, type Credit } from './record.ts';

/** Credits what came at the firm rate, be it what was asked for, less or more. Credit, history and state are one commit. */
export async function completeTopUp(trx: Transaction, topUp: TopUpRow, confirmedUsd: bigint): Promise<void> {
  const price = { asset: creditAssetOf(topUp), scaledUsd: topUp.price_scaled_usd };
  const credit = creditFor(confirmedUsd, price);
  const transferId = uuidv7();
  const outcomes = await post(trx, [
    {
      ...creditPosting(topUp, { transferId, credit, received: await findReceived(trx, topUp.id) }),
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

/** What counted towards the top-up and is final, coin by coin. */
async function findReceived(trx: Transaction, topUpId: string): Promise<Amount[]> {
  const { rows } = await trx.client.query<{ asset: AssetCode; amount: bigint }>(
    `select asset, sum(amount) as amount from topup_payment
      where topup_id = $1 and problem is null and state = 'confirmed'
      group by asset order by asset`,
    [topUpId],
  );
  return rows.map(({ asset, amount }) => amountOf(asset, amount));
}

/**
 * An exchange: the rail holds the coins that came, for the house, which has given the person its own coin or dollars for
 * them. So the books say coin by coin what has to be there when somebody looks at the rail. What the house has by its
 * exchanges moves in the order of the assets, as in every transfer, so that none waits for another in a circle.
 */
export function creditPosting(
  topUp: Pick<TopUpRow, 'id' | 'user_id' | 'credit_asset'>,
  { transferId, credit, received }: { transferId: string; credit: Credit; received: readonly Amount[] },
): Posting {
  const asset = creditAssetOf(topUp);
  return {
    transferId,
    kind: 'topup',
    referenceId: topUp.id,
    entries: [
      ...received.map((coins): PostingEntry => ({
        account: { owner: 'house', asset: coins.asset, kind: 'rail_clearing' },
        amount: -coins.minorUnits,
      })),
      ...[...received, amountOf(asset, -credit.amount)]
        .toSorted((one, other) => (one.asset < other.asset ? -1 : 1))
        .map((moved): PostingEntry => ({
          account: { owner: 'house', asset: moved.asset, kind: 'exposure' },
          amount: moved.minorUnits,
        })),
      { account: { owner: topUp.user_id, asset, kind: 'available' }, amount: credit.amount },
    ],
  };
}
