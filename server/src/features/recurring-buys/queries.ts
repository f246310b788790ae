import type { RecurringBuy, RecurringPeriod } from '@mercury/contract/api/recurring-buys.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../../db/database.ts';

/** A row of recurring_buy; amounts in the smallest unit. Its times are whole milliseconds, as they are here. */
export interface RecurringBuyRow {
  readonly id: string;
  readonly user_id: string;
  readonly from_asset: AssetCode;
  readonly amount: bigint;
  readonly to_asset: AssetCode;
  readonly every: RecurringPeriod;
  readonly state: RecurringBuy['state'];
  readonly first_at: Date;
  readonly time_zone: string;
  readonly next_at: Date;
  /** Since when it is due and finds no price. */
  readonly waits_since: Date | null;
  /** Refusals in a row. */
  readonly failures: number;
  readonly last_run_at: Date | null;
  readonly last_transaction_id: string | null;
  readonly last_refusal: ErrorCode | null;
  readonly created_at: Date;
  /** When it was looked at, by the database's clock, which says what is due. */
  readonly present: Date;
}

/** For whoever writes a row and wants it back. */
export const recurringBuyColumns = `
  id, user_id, from_asset, amount, to_asset, every, state, first_at, time_zone, next_at, waits_since, failures, last_run_at,
  last_transaction_id, last_refusal, created_at, now() as present`;

/** The newest first. */
export async function findRecurringBuys(
  { pool }: Database,
  userId: string,
): Promise<readonly RecurringBuyRow[]> {
  const { rows } = await pool.query<RecurringBuyRow>(
    `select ${recurringBuyColumns} from recurring_buy where user_id = $1 order by id desc`,
    [userId],
  );
  return rows;
}

export async function findRecurringBuy({ pool }: Database, id: string): Promise<RecurringBuyRow | undefined> {
  const { rows } = await pool.query<RecurringBuyRow>(
    `select ${recurringBuyColumns} from recurring_buy where id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks the row until the transaction ends. The caller holds the person's row. */
export async function lockRecurringBuy(
  { client }: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<RecurringBuyRow | undefined> {
  const { rows } = await client.query<RecurringBuyRow>(
    `select ${recurringBuyColumns} from recurring_buy where id = $1 and user_id = $2 for update`,
    [id, userId],
  );
  return rows[0];
}
