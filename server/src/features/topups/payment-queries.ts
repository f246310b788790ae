import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import type { ObservedPayment } from '../../rails/rail.ts';
import type { Queryable, TopUpRow } from './queries.ts';

/** Amounts in the smallest unit. */
export type PaymentRow = Row<'topup_payment'>;

/** SQL: final, not covered by the rate, and without a worth yet. */
export const isUnpriced = `problem is not null and state = 'confirmed' and final_usd is null and asset <> 'USD'`;

/** Oldest first. */
export async function findPaymentsOf(
  kysely: Kysely<Schema>,
  topUpId: string,
): Promise<readonly PaymentRow[]> {
  return kysely
    .selectFrom('topup_payment')
    .selectAll()
    .where('topup_id', '=', topUpId)
    .orderBy('seen_at')
    .orderBy('id')
    .execute();
}

export type UnpricedPayment = Pick<PaymentRow, 'id' | 'asset' | 'amount'> & { readonly confirmed_at: Date };

/**
 * Oldest first. Leaves out coins that the product does not know: they are kept in dollars of the day, and their present worth is
 * unknown.
 */
export async function findUnpriced(
  connection: Queryable,
  topUpId: string,
): Promise<readonly UnpricedPayment[]> {
  const { rows } = await connection.query<UnpricedPayment>(
    `select id, asset, amount, confirmed_at from topup_payment
      where topup_id = $1 and ${isUnpriced}
      order by seen_at, id`,
    [topUpId],
  );
  return rows;
}

export async function findAssetsToPrice(connection: Queryable): Promise<readonly AssetCode[]> {
  const { rows } = await connection.query<{ asset: AssetCode }>(
    `select distinct asset from topup_payment where ${isUnpriced}`,
  );
  return rows.map(({ asset }) => asset);
}

/** Ids of top-ups, oldest first. */
export async function findTopUpsToPrice(
  connection: Queryable,
  { asset, max }: { asset: AssetCode; max: number },
): Promise<readonly string[]> {
  const { rows } = await connection.query<{ topup_id: string }>(
    `select topup_id from topup_payment where ${isUnpriced} and asset = $1
      group by topup_id order by min(seen_at) limit $2`,
    [asset, max],
  );
  return rows.map(({ topup_id }) => topup_id);
}

/** Undefined for another person's row. */
export async function findClaimablePayment(
  connection: Queryable,
  place: { userId: string; transactionId: string },
): Promise<PaymentRow | undefined> {
  return maybeOne(
    await connection.query<PaymentRow>(
      `select * from topup_payment
        where transaction_id = (select id from wallet_transaction where id = $1 and user_id = $2)`,
      [place.transactionId, place.userId],
    ),
  );
}

/**
 * Once, at its first worth. A confirmed payment stays confirmed, even if an older observation arrives later. A payment seen in
 * time but held back counts as late (docs/decisions.md).
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
     values ($1, $2, $3, $4, $5, $6, $7, $8,
             case when $9::text is null and $8 = 'confirmed' and now() > $11 then 'late' else $9 end, $10, case when $8 = 'confirmed' then $12::timestamptz end)
     on conflict (rail, external_id) do update
     set state = excluded.state, confirmed_at = excluded.confirmed_at,
         problem = case when topup_payment.problem is null and excluded.state = 'confirmed' and now() > $11
                        then 'late' else topup_payment.problem end
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
      finalBy(topUp.expires_at),
      // The clock of the prices, which are compared with confirmed_at.
      new Date(),
    ],
  );
}

/** A payment that is not final by then loses the rate: final ones need not wait for it. */
export async function giveUpWaiting(trx: Transaction, { id, expires_at }: TopUpRow): Promise<void> {
  await trx.client.query(
    `update topup_payment set problem = 'late'
      where topup_id = $1 and state = 'seen' and problem is null and now() > $2`,
    [id, finalBy(expires_at)],
  );
}

function finalBy(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + limits.topUpFinalWithinMs);
}

/** Seen in time but not in the closing credit, or after the close. */
export async function markUncounted(trx: Transaction, topUpId: string): Promise<void> {
  await trx.client.query(
    `update topup_payment payment
        set problem = case topup.state when 'completed' then 'extra' else 'late' end
       from topup
      where topup.id = payment.topup_id and topup.id = $1 and topup.state in ('completed', 'expired')
        and payment.problem is null and payment.transfer_id is null and payment.state <> 'failed'`,
    [topUpId],
  );
}
