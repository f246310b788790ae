import type { Locale } from '@mercury/contract/locales.ts';
import type { TransactionState } from '@mercury/contract/api/transactions.ts';
import type pg from 'pg';

/** A row of topup; amounts in the smallest unit. */
export interface TopUpRow {
  readonly id: string;
  readonly user_id: string;
  readonly transaction_id: string;
  readonly usd_amount: bigint;
  readonly credit_asset: string;
  readonly credit_amount: bigint;
  readonly payment_token: string;
  readonly state: TransactionState;
  readonly paid_with: string | null;
  readonly locale: Locale;
  readonly idempotency_fingerprint: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** By the database's clock, which also decides whether a payment comes in time. */
  readonly is_past_due: boolean;
}

const columns = `
  id, user_id, transaction_id, usd_amount, credit_asset, credit_amount, payment_token, state, paid_with, locale,
  idempotency_fingerprint, created_at, expires_at, expires_at <= now() as is_past_due`;

/** Either the pool, for a look, or the connection of a transaction. */
type Queryable = Pick<pg.Pool, 'query'>;

export async function findTopUpByToken(
  connection: Queryable,
  paymentToken: string,
): Promise<TopUpRow | undefined> {
  const { rows } = await connection.query<TopUpRow>(`select ${columns} from topup where payment_token = $1`, [
    paymentToken,
  ]);
  return rows[0];
}

/** Locks the row until the transaction ends: whoever moves a top-up on takes turns here. */
export async function lockTopUp(client: pg.PoolClient, id: string): Promise<TopUpRow | undefined> {
  const { rows } = await client.query<TopUpRow>(`select ${columns} from topup where id = $1 for update`, [
    id,
  ]);
  return rows[0];
}

export async function findTopUpByKey(
  client: pg.PoolClient,
  owner: { userId: string; idempotencyKey: string },
): Promise<TopUpRow | undefined> {
  const { rows } = await client.query<TopUpRow>(
    `select ${columns} from topup where user_id = $1 and idempotency_key = $2`,
    [owner.userId, owner.idempotencyKey],
  );
  return rows[0];
}
