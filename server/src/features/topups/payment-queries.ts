import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { paymentProblems } from '@mercury/contract/api/transactions.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { ObservedPayment } from '../../rails/rail.ts';
import type { Queryable, TopUpRow } from './queries.ts';

/** A row of topup_payment; amounts in the smallest unit. */
export interface PaymentRow {
  readonly id: string;
  readonly topup_id: string;
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** US cents. */
  readonly usd_amount: bigint;
  readonly state: ObservedPayment['state'];
  readonly problem: (typeof paymentProblems)[number] | null;
  readonly transaction_id: string | null;
  readonly transfer_id: string | null;
  readonly claim_key: string | null;
  readonly claim_reply: string | null;
  readonly seen_at: Date;
}

const columns = `
  id, topup_id, asset, amount, usd_amount, state, problem, transaction_id, transfer_id, claim_key, claim_reply, seen_at`;

/** Oldest first. */
export async function findPaymentsOf(connection: Queryable, topUpId: string): Promise<readonly PaymentRow[]> {
  const { rows } = await connection.query<PaymentRow>(
    `select ${columns} from topup_payment where topup_id = $1 order by seen_at, id`,
    [topUpId],
  );
  return rows;
}

/** The payment that is claimed under a row of history; undefined also where the row is somebody else's. */
export async function findClaimablePayment(
  connection: Queryable,
  place: { userId: string; transactionId: string },
): Promise<PaymentRow | undefined> {
  const { rows } = await connection.query<PaymentRow>(
    `select ${columns} from topup_payment
      where transaction_id = (select id from wallet_transaction where id = $1 and user_id = $2)`,
    [place.transactionId, place.userId],
  );
  return rows[0];
}

/**
 * Keeps what the rail saw, each payment once. The worth is that of the first sight. What is confirmed stays so, whatever
 * an observation says that was made earlier and came later.
 */
export async function keepPayment(
  trx: Transaction,
  topUp: TopUpRow,
  payment: ObservedPayment,
): Promise<void> {
  const isLate = payment.seenAt >= topUp.expires_at;
  const latePayment = isLate ? 'late' : null;
  await trx.client.query(
    `insert into topup_payment
       (id, topup_id, rail, external_id, asset, amount, usd_amount, state, problem, seen_at, confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $8 = 'confirmed' then now() end)
     on conflict (rail, external_id) do update
     set state = excluded.state, confirmed_at = excluded.confirmed_at
     where topup_payment.topup_id = excluded.topup_id
       and topup_payment.state <> 'confirmed'
       and topup_payment.state <> excluded.state`,
    [
      uuidv7(),
      topUp.id,
      topUp.rail,
      payment.externalId,
      payment.amount.asset,
      payment.amount.minorUnits,
      payment.usd.minorUnits,
      payment.state,
      payment.isWrongCoin ? 'wrong_coin' : latePayment,
      payment.seenAt,
    ],
  );
}
