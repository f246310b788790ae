import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { UserRow } from './person.ts';

/**
 * The caller's row as it is now, and as it stays until the transaction ends. Whatever ended the session since the call
 * came in (a freeze, another password, a deletion) ends the call as well.
 * @throws DomainError Unauthenticated
 */
export async function lockUser(trx: Transaction, session: Session): Promise<UserRow> {
  const { rows } = await trx.client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [session.userId],
  );
  // Asked once the lock is held: in one statement it would be answered as of before the wait for it.
  const { rowCount } = await trx.client.query('select from session where id = $1', [session.id]);
  const [user] = rows;
  if (user === undefined || rowCount !== 1) throw new DomainError('Unauthenticated');
  return user;
}

/** Of somebody for whom nobody calls, such as when a job runs; undefined once they have left. */
export async function lockPerson({ client }: Transaction, userId: string): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [userId],
  );
  return rows[0];
}

/**
 * Likewise of a caller who has just shown the password or a code: they are still the account's.
 * @throws DomainError Unauthenticated, WrongPassword, InvalidTwoFactorCode
 */
export async function lockCheckedUser(
  trx: Transaction,
  session: Session,
  checked: UserRow,
): Promise<UserRow> {
  const user = await lockUser(trx, session);
  if (user.password_hash !== checked.password_hash) throw new DomainError('WrongPassword');
  if (user.two_factor_enabled_at?.getTime() !== checked.two_factor_enabled_at?.getTime()) {
    throw new DomainError('InvalidTwoFactorCode');
  }
  return user;
}
