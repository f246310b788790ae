import type { Transaction } from '../../db/database.ts';
import type { Session } from '../../http/caller.ts';

/**
 * Whether a session was opened with a recovery code, so that it may replace the lost second factor, once. To begin with it
 * there is half an hour; whoever began in time may end later. Undefined for any other session.
 */
export async function findRenewal(
  trx: Transaction,
  session: Session,
): Promise<'in time' | 'late' | undefined> {
  const { rows } = await trx.client.query<{ is_in_time: boolean }>(
    `select renews_two_factor_until > now() as is_in_time from session
     where id = $1 and renews_two_factor_until is not null`,
    [session.id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return row.is_in_time ? 'in time' : 'late';
}
