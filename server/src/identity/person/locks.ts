import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { refuseFrozen } from './frozen.ts';
import type { UserRow } from './person.ts';

// Locks are taken in one order, so that none waits for another in a circle: an email's, the person's row, then what hangs on it.

// The first half of the key of an advisory lock: a namespace of our own, by an arbitrary number.
const emailLock = 6230571;

/**
 * Whatever registers with an email, mails it or proves it takes turns with the rest that does, until the transaction
 * ends: counts are exact, and those who prove one address at once don't deadlock over each other's rows.
 */
export async function lockEmail(trx: Transaction, email: string): Promise<void> {
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [emailLock, email]);
}

/** No stronger than it has to be: rows that refer to the person's are written beside either. */
const lockClauses = {
  /** Of two who change what hangs on the person the second waits for the first. */
  turns: 'for no key update',
  /** Any number hold it at once. Until the commit nobody changes the row: the person can't leave, nor be frozen. */
  share: 'for share',
} as const;

type Strength = keyof typeof lockClauses;

/**
 * A person's row as it is now, and as it stays until the commit, also where they have left: what was theirs goes on to its end.
 * Undefined for an id that is nobody's.
 */
export async function lockRow(
  { client }: Transaction,
  userId: string,
  strength: Strength = 'turns',
): Promise<UserRow | undefined> {
  const { rows } = await client.query<UserRow>(
    `select * from app_user where id = $1 ${lockClauses[strength]}`,
    [userId],
  );
  return rows[0];
}

/** Likewise; undefined once they have left. */
export async function lockPerson(
  trx: Transaction,
  userId: string,
  strength: Strength = 'turns',
): Promise<UserRow | undefined> {
  const row = await lockRow(trx, userId, strength);
  return row?.deleted_at === null ? row : undefined;
}

/**
 * Of a caller. Whatever ended the session since the call came in (a freeze, another password, a deletion) ends the call as
 * well.
 * @throws DomainError Unauthenticated
 */
export async function lockUser(trx: Transaction, session: Session): Promise<UserRow> {
  const user = await lockPerson(trx, session.userId);
  // Asked once the lock is held: in one statement it would be answered as of before the wait for it.
  const { rowCount } = await trx.client.query('select from session where id = $1', [session.id]);
  if (user === undefined || rowCount !== 1) throw new DomainError('Unauthenticated');
  return user;
}

/**
 * Of several callers, one session a person, by the people's ids. Left out are those who have left, whose session has ended and,
 * unless it `waits`, whose row another transaction keeps.
 */
export async function lockCallers(
  trx: Transaction,
  sessions: readonly Session[],
  { waits }: { waits: boolean },
): Promise<ReadonlyMap<string, UserRow>> {
  const { rows } = await trx.client.query<UserRow>(
    `select * from app_user where id = any ($1) and deleted_at is null
      order by id ${lockClauses.turns} ${waits ? '' : 'skip locked'}`,
    [sessions.map(({ userId }) => userId)],
  );
  const { rows: live } = await trx.client.query<{ user_id: string }>(
    'select user_id from session where id = any ($1)',
    [sessions.map(({ id }) => id)],
  );
  const callers = new Set(live.map(({ user_id: userId }) => userId));
  return new Map(rows.filter(({ id }) => callers.has(id)).map((row) => [row.id, row]));
}

/**
 * Of a caller who has just shown the password or a code: they are still the account's.
 * @throws DomainError Unauthenticated, WrongPassword, InvalidTwoFactorCode
 */
export async function lockCheckedUser(
  trx: Transaction,
  session: Session,
  checked: UserRow,
): Promise<UserRow> {
  const user = await lockUser(trx, session);
  if (user.password_hash !== checked.password_hash) throw new DomainError('WrongPassword');
  if (!hasSameTwoFactor(user, checked)) throw new DomainError('InvalidTwoFactorCode');
  return user;
}

/**
 * Of somebody who is half signed in: a freeze, a deletion, another password or second factor comes either before, and refuses
 * them here, or after, and ends what they got. `checked` is what their password or passkey was held against.
 * @throws DomainError AccountFrozen, InvalidCredentials
 */
export async function lockSigningIn(trx: Transaction, checked: UserRow): Promise<UserRow> {
  const user = await lockPerson(trx, checked.id);
  if (user?.password_hash !== checked.password_hash || !hasSameTwoFactor(user, checked)) {
    throw new DomainError('InvalidCredentials');
  }
  refuseFrozen(user);
  return user;
}

function hasSameTwoFactor(user: UserRow, checked: UserRow): boolean {
  return user.two_factor_enabled_at?.getTime() === checked.two_factor_enabled_at?.getTime();
}

/** For an operator's command, which has found the person a moment ago. */
export async function lockForOperator(trx: Transaction, userId: string): Promise<UserRow> {
  const user = await lockPerson(trx, userId);
  if (user === undefined) throw new Error('the account was deleted at this moment');
  return user;
}
