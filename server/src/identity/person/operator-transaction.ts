import type { Transaction } from '../../db/database.ts';
import { eventChannel, type LiveEvent } from '../../realtime/publisher.ts';
import type { UserRow } from './person.ts';

/** The account as it is, and as it stays until the commit. */
export async function lockForOperator(trx: Transaction, userId: string): Promise<UserRow> {
  const { rows } = await trx.client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [userId],
  );
  const [user] = rows;
  if (user === undefined) throw new Error('the account was deleted at this moment');
  return user;
}

/** The command ends right after the commit, so that its news go with it rather than after it as a server's do. */
export async function publishWithCommit(trx: Transaction, events: readonly LiveEvent[]): Promise<void> {
  await trx.client.query('select pg_notify($1, $2)', [eventChannel, JSON.stringify(events)]);
}
