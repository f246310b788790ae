import { amountOf, formatAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { getUser } from '../../identity/person/person.ts';
import { post, type Posting, type PostingEntry } from '../../ledger/ledger.ts';
import { mailMoney } from '../notices/mail-money.ts';
import { fixedPartOf } from './fixed-rate.ts';
import type { PaymentRow } from './payment-queries.ts';
import type { TopUpRow } from './queries.ts';
import { creditAssetOf, creditFor, recordOfTopUp, type Credit } from './record.ts';

/**
 * Credits the payments at the firm rate, as far as that rate covers them (`fixedPartOf`). The rest is split off: its worth is
 * still unknown. Credit, history and state are one commit.
 */
export async function completeTopUp(
  trx: Transaction,
  topUp: TopUpRow,
  confirmed: readonly PaymentRow[],
): Promise<void> {
  const price = { asset: creditAssetOf(topUp), scaledUsd: topUp.price_scaled_usd };
  const { usd, covered } = fixedPartOf(topUp.usd_amount, confirmed);
  for (const [index, payment] of confirmed.entries()) await partFrom(trx, payment, covered[index]);
  const credit = creditFor(usd, price);
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
  await trx.kysely
    .updateTable('topup_payment')
    .set({ transfer_id: transferId })
    .where('topup_id', '=', topUp.id)
    .where('problem', 'is', null)
    .where('state', '=', 'confirmed')
    .execute();
  await mailCredit(trx, topUp, { transactionId: topUp.transaction_id, credit });
}

/** The person's row is locked, at least against leaving. */
export async function mailCredit(
  trx: Transaction,
  topUp: TopUpRow,
  { transactionId, credit }: { transactionId: string; credit: Credit },
): Promise<void> {
  const currency = creditAssetOf(topUp);
  await mailMoney(trx, await getUser(trx.kysely, topUp.user_id), {
    kind: 'topup_credited',
    transactionId,
    currency,
    amount: formatAmount(amountOf(currency, credit.amount)),
  });
}

/** Splits the rest off as a payment of its own. The rail does not know that payment. */
async function partFrom(
  trx: Transaction,
  payment: PaymentRow,
  kept: { amount: bigint; usd: bigint } | undefined,
): Promise<void> {
  if (kept === undefined || kept.amount === payment.amount) return;
  if (kept.amount === 0n) {
    await trx.kysely
      .updateTable('topup_payment')
      .set({ problem: 'excess' })
      .where('id', '=', payment.id)
      .execute();
    return;
  }
  await trx.client.query(
    `insert into topup_payment
       (id, topup_id, rail, external_id, asset, amount, usd_amount, state, problem, seen_at, confirmed_at)
     select $2, topup_id, rail, external_id || ' excess', asset, amount - $3, usd_amount - $4, state, 'excess', seen_at,
            confirmed_at
       from topup_payment where id = $1`,
    [payment.id, uuidv7(), kept.amount, kept.usd],
  );
  await trx.kysely
    .updateTable('topup_payment')
    .set({ amount: kept.amount, usd_amount: kept.usd })
    .where('id', '=', payment.id)
    .execute();
}

/** The final payments that count towards the top-up, summed per asset. */
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
 * An exchange: the house takes the coins that the rail holds, and gives the person its own coin or dollars for them. So the
 * books say, per asset, what the rail must hold. Exposure entries are in asset order, as in every transfer, to avoid a deadlock.
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
