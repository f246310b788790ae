import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { refuseFrozen } from './frozen.ts';
import type { UserRow } from './person.ts';

// The first half of the key of an advisory lock: a namespace of our own, by an arbitrary number.
const emailLock = 6230571;

/**
 * Whatever registers with an email, mails it or proves it takes turns with the rest that does, until the transaction
 * ends: counts are exact, and those who prove one address at once don't deadlock over each other's rows.
 */
export async function lockEmail(trx: Transaction, email: string): Promise<void> {
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [emailLock, email]);
}

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

/**
 * Likewise of several callers, one a person, by their ids. Left out are those who have left, whose session has ended and, unless
 * it `waits`, whose row another transaction keeps.
 */
export async function lockCallers(
  trx: Transaction,
  sessions: readonly Session[],
  { waits }: { waits: boolean },
): Promise<ReadonlyMap<string, UserRow>> {
  const { rows } = await trx.client.query<UserRow>(
    `select * from app_user where id = any ($1) and deleted_at is null
      order by id for no key update ${waits ? '' : 'skip locked'}`,
    [sessions.map(({ userId }) => userId)],
  );
  const { rows: live } = await trx.client.query<{ id: string }>(
    'select id from session where id = any ($1)',
    [sessions.map(({ id }) => id)],
  );
  const liveIds = new Set(live.map(({ id }) => id));
  const callers = new Set(sessions.filter(({ id }) => liveIds.has(id)).map(({ userId }) => userId));
  return new Map(rows.filter(({ id }) => callers.has(id)).map((row) => [row.id, row]));
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

/**
 * The row, as it is now and as it stays until the commit, of somebody who is half signed in: a freeze, a deletion,
 * another password or second factor comes either before, and refuses them here, or after, and ends what they got.
 * `checked` is what their password or passkey was held against.
 * @throws DomainError AccountFrozen, InvalidCredentials
 */
export async function lockSigningIn(trx: Transaction, checked: UserRow): Promise<UserRow> {
  const { rows } = await trx.client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [checked.id],
  );
  const current = rows[0];
  const isAsChecked =
    current?.password_hash === checked.password_hash &&
    current.two_factor_enabled_at?.getTime() === checked.two_factor_enabled_at?.getTime();
  if (current === undefined || !isAsChecked) throw new DomainError('InvalidCredentials');
  refuseFrozen(current);
  return current;
}

/** The account as it is, and as it stays until the commit. */
export async function lockForOperator(trx: Transaction, userId: string): Promise<UserRow> {
  const user = await lockPerson(trx, userId);
  if (user === undefined) throw new Error('the account was deleted at this moment');
  return user;
}
