import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';

/** A row of recurring_buy; amounts in the smallest unit. Its times are whole milliseconds, as they are here. */
export interface RecurringBuyRow extends Row<'recurring_buy'> {
  /** When it was looked at, by the database's clock, which says what is due. */
  readonly present: Date;
}

/** For whoever writes a row and wants it back. */
export const recurringBuyColumns = '*, now() as present';

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
  return maybeOne(
    await pool.query<RecurringBuyRow>(`select ${recurringBuyColumns} from recurring_buy where id = $1`, [id]),
  );
}

/** Locks the row until the transaction ends. The caller holds the person's row. */
export async function lockRecurringBuy(
  { client }: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<RecurringBuyRow | undefined> {
  return maybeOne(
    await client.query<RecurringBuyRow>(
      `select ${recurringBuyColumns} from recurring_buy where id = $1 and user_id = $2 for update`,
      [id, userId],
    ),
  );
}
