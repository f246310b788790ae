import { v4 as uuidv4 } from 'uuid';
import type { Transaction } from '../../db/database.ts';

/** Anonymous: the random id and the bare date don't lead to the account that was deleted in the same moment. */
export async function keepReason(trx: Transaction, reason: string | undefined): Promise<void> {
  if (reason === undefined || reason === '') return;
  await trx.client.query(
    `insert into account_deletion (id, reason, created_at) values ($1, $2, date_trunc('day', now()))`,
    [uuidv4(), reason],
  );
}
