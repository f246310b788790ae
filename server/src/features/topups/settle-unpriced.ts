import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { writeDown } from '../../operator/write-down.ts';
import type { RailName } from '../../rails/rail.ts';
import { isUnpriced } from './payment-queries.ts';

/** A payment that the rate of its top-up does not cover and that has no price yet. */
export interface WaitingPayment {
  readonly externalId: string;
  readonly username: string;
  readonly amount: Amount;
  readonly confirmedAt: Date;
}

// Enough for an operator to look through; younger ones appear once these are settled.
const listedMax = 100;

/** Oldest first. */
export async function listWaitingPayments(db: Database): Promise<readonly WaitingPayment[]> {
  const { rows } = await db.pool.query<{
    external_id: string;
    username: string;
    asset: AssetCode;
    amount: bigint;
    confirmed_at: Date;
  }>(
    `select payment.external_id, username, payment.asset, payment.amount, payment.confirmed_at
       from (select * from topup_payment where ${isUnpriced}) payment
       join topup on topup.id = payment.topup_id
       join app_user on app_user.id = topup.user_id
      order by payment.confirmed_at, payment.id
      limit $1`,
    [listedMax],
  );
  return rows.map((row) => ({
    externalId: row.external_id,
    username: row.username,
    amount: amountOf(row.asset, row.amount),
    confirmedAt: row.confirmed_at,
  }));
}

/**
 * An operator returns such a payment: it is worth nothing here, gets no offer, and no longer keeps its person from leaving. Call
 * this before the money goes back: a price in between would pay it twice. False when the payment does not wait for a price.
 */
export async function settleReturned(
  db: Database,
  {
    rail,
    externalId,
    operator,
    reason,
  }: { rail: RailName; externalId: string; operator: string; reason: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const payment = maybeOne(
      await trx.client.query<{ id: string }>(
        `update topup_payment set final_usd = 0, final_credit = 0
          where rail = $1 and external_id = $2 and ${isUnpriced}
          returning id`,
        [rail, externalId],
      ),
    );
    if (payment === undefined) return false;
    const detail = `${externalId}: ${reason}`;
    await writeDown(trx, { command: 'payment-returned', subjectId: payment.id, operator, detail });
    return true;
  });
}
