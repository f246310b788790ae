import type pg from 'pg';
import { maybeOne, type Row } from '../../db/rows.ts';
import type { RailName } from '../../rails/rail.ts';

/** A row of topup; amounts in the smallest unit. */
export interface TopUpRow extends Row<'topup'> {
  readonly rail: RailName;
  /** By the database's clock. */
  readonly is_past_due: boolean;
}

const columns = '*, expires_at <= now() as is_past_due';

/** The pool for a read, or the client of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

export async function findTopUp(connection: Queryable, id: string): Promise<TopUpRow | undefined> {
  return maybeOne(await connection.query<TopUpRow>(`select ${columns} from topup where id = $1`, [id]));
}

export async function findTopUpByToken(
  connection: Queryable,
  paymentToken: string,
): Promise<TopUpRow | undefined> {
  return maybeOne(
    await connection.query<TopUpRow>(`select ${columns} from topup where payment_token = $1`, [paymentToken]),
  );
}

export async function findTopUpByExternalId(
  connection: Queryable,
  { rail, externalId }: { rail: RailName; externalId: string },
): Promise<TopUpRow | undefined> {
  return maybeOne(
    await connection.query<TopUpRow>(`select ${columns} from topup where rail = $1 and external_id = $2`, [
      rail,
      externalId,
    ]),
  );
}

/** Open top-ups of a rail that is not in use now, expired for at least that many hours. */
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

/** Locks the row until the transaction ends: concurrent changes of one top-up take turns here. */
export async function lockTopUp(client: pg.PoolClient, id: string): Promise<TopUpRow | undefined> {
  return maybeOne(
    await client.query<TopUpRow>(`select ${columns} from topup where id = $1 for update`, [id]),
  );
}
