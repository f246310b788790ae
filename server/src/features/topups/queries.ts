import type { Locale } from '@mercury/contract/locales.ts';
import type pg from 'pg';
import type { RailName } from '../../rails/rail.ts';
import type { TopUpState } from './record.ts';

/** A row of topup; amounts in the smallest unit. */
export interface TopUpRow {
  readonly id: string;
  readonly user_id: string;
  readonly transaction_id: string;
  readonly rail: RailName;
  /** Null until the rail has answered. */
  readonly external_id: string | null;
  readonly usd_amount: bigint;
  readonly credit_asset: string;
  readonly credit_amount: bigint;
  /** The firm rate that it was opened at. */
  readonly price_scaled_usd: bigint;
  readonly payment_token: string;
  /** Null until the rail has answered. */
  readonly payment_url: string | null;
  readonly state: TopUpState;
  readonly paid_with: string | null;
  readonly locale: Locale;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** By the database's clock. */
  readonly is_past_due: boolean;
}

const columns = `
  id, user_id, transaction_id, rail, external_id, usd_amount, credit_asset, credit_amount, price_scaled_usd, payment_token,
  payment_url, state, paid_with, locale, created_at, expires_at, expires_at <= now() as is_past_due`;

/** Either the pool, for a look, or the connection of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

export async function findTopUp(connection: Queryable, id: string): Promise<TopUpRow | undefined> {
  const { rows } = await connection.query<TopUpRow>(`select ${columns} from topup where id = $1`, [id]);
  return rows[0];
}

export async function findTopUpByToken(
  connection: Queryable,
  paymentToken: string,
): Promise<TopUpRow | undefined> {
  const { rows } = await connection.query<TopUpRow>(`select ${columns} from topup where payment_token = $1`, [
    paymentToken,
  ]);
  return rows[0];
}

export async function findTopUpByExternalId(
  connection: Queryable,
  { rail, externalId }: { rail: RailName; externalId: string },
): Promise<TopUpRow | undefined> {
  const { rows } = await connection.query<TopUpRow>(
    `select ${columns} from topup where rail = $1 and external_id = $2`,
    [rail, externalId],
  );
  return rows[0];
}

/** Unfinished ones, so long over, that were opened over another rail than the present one. */
export async function findTopUpsOfFormerRails(
  connection: Queryable,
  options: { rail: RailName; expiredHours: number; max: number },
): Promise<readonly TopUpRow[]> {
  const { rows } = await connection.query<TopUpRow>(
    `select ${columns} from topup
      where closed_at is null and rail <> $1 and expires_at < now() - make_interval(hours => $2)
      order by expires_at limit $3`,
    [options.rail, options.expiredHours, options.max],
  );
  return rows;
}

/** Locks the row until the transaction ends: whoever moves a top-up on takes turns here. */
export async function lockTopUp(client: pg.PoolClient, id: string): Promise<TopUpRow | undefined> {
  const { rows } = await client.query<TopUpRow>(`select ${columns} from topup where id = $1 for update`, [
    id,
  ]);
  return rows[0];
}
