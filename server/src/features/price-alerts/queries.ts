import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';

/** A row of price_alert; prices in units of 10^-12 US dollars. */
export type PriceAlertRow = Row<'price_alert'>;

export async function findPriceAlerts(
  { kysely }: Database,
  userId: string,
): Promise<readonly PriceAlertRow[]> {
  return kysely
    .selectFrom('price_alert')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

/** Locks the row until the transaction ends; undefined also for another person's. The caller holds the person's row. */
export async function lockPriceAlert(
  { client }: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<PriceAlertRow | undefined> {
  return maybeOne(
    await client.query<PriceAlertRow>('select * from price_alert where id = $1 and user_id = $2 for update', [
      id,
      userId,
    ]),
  );
}
