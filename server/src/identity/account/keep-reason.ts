import { v4 as uuidv4 } from 'uuid';
import type { Transaction } from '../../db/database.ts';

/**
 * Keeps why somebody left, without whom: neither its id nor its time leads to the account that was deleted at the same
 * moment, since the one is random and the other is the day.
 */
export async function keepReason(trx: Transaction, reason: string | undefined): Promise<void> {
  if (reason === undefined || reason === '') return;
  await trx.client.query(
    `insert into account_deletion (id, reason, created_at) values ($1, $2, date_trunc('day', now()))`,
    [uuidv4(), reason],
  );
}
