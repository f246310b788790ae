import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';

/** A row of recurring_buy, amounts in smallest units. Its times are whole milliseconds, as in JavaScript. */
export interface RecurringBuyRow extends Row<'recurring_buy'> {
  /** The database's time when the row was read. This clock decides what is due. */
  readonly present: Date;
}

export const recurringBuyColumns = '*, now() as present';

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
