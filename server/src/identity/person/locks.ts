import type { Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { refuseFrozen } from './frozen.ts';
import type { UserRow } from './person.ts';

// One lock order prevents deadlocks: the email's lock, then the person's row, then the rows that depend on it.

// The first half of an advisory lock's key: a namespace of our own, an arbitrary number.
const emailLock = 6230571;

/**
 * Serializes everything that registers with an email, mails it or proves it, until the transaction ends: counts are exact,
 * and concurrent proofs of one address don't deadlock over each other's rows.
 */
export async function lockEmail(trx: Transaction, email: string): Promise<void> {
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [emailLock, email]);
}

/** No stronger than necessary: under both locks, other transactions can still write rows that refer to the person's row. */
const lockClauses = {
  /** Of two transactions that change what depends on the person, the second waits for the first. */
  turns: 'for no key update',
  /** Any number hold it at once. It blocks changes to the row until the commit: the person can't leave or be frozen. */
  share: 'for share',
  /** Also keeps accounts from being opened for the person: what they have is all that they will have. */
  leaving: 'for update',
} as const;

type Strength = keyof typeof lockClauses;

/**
 * Locks a person's row until the commit and returns its current state, even if they have left: what was theirs goes on to
 * its end. Undefined for an unknown id.
 */
export async function lockRow(
  { client }: Transaction,
  userId: string,
  strength: Strength = 'turns',
): Promise<UserRow | undefined> {
  return maybeOne(
    await client.query<UserRow>(`select * from app_user where id = $1 ${lockClauses[strength]}`, [userId]),
  );
}

/** Like lockRow, but undefined once the person has left. */
export async function lockPerson(
  trx: Transaction,
  userId: string,
  strength: Strength = 'turns',
): Promise<UserRow | undefined> {
  const row = await lockRow(trx, userId, strength);
  return row?.deleted_at === null ? row : undefined;
}

/**
 * Locks the caller's row. If anything has ended the session since the call came in (a freeze, another password, a deletion),
 * the call ends as well.
 * @throws DomainError Unauthenticated
 */
export async function lockCaller(trx: Transaction, session: Session): Promise<UserRow> {
  const user = await lockPerson(trx, session.userId);
  // A separate statement, after the lock: in one statement the answer would date from before the wait for the lock.
  const { rowCount } = await trx.client.query('select from session where id = $1', [session.id]);
  if (user === undefined || rowCount !== 1) throw new DomainError('Unauthenticated');
  return user;
}

/**
 * Locks the rows of several callers, one session a person, and returns them by user id. Leaves out people who have left or
 * whose session has ended and, unless it `waits`, people whose row another transaction has locked.
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
 * For a caller who has just shown the password or a code: both must still be the account's.
 * @throws DomainError Unauthenticated, WrongPassword, InvalidTwoFactorCode
 */
export async function lockCheckedUser(
  trx: Transaction,
  session: Session,
  checked: UserRow,
): Promise<UserRow> {
  const user = await lockCaller(trx, session);
  if (user.password_hash !== checked.password_hash) throw new DomainError('WrongPassword');
  if (!hasSameTwoFactor(user, checked)) throw new DomainError('InvalidTwoFactorCode');
  return user;
}

/**
 * For a person who is half signed in. A freeze, a deletion, another password or second factor either comes before and
 * refuses them here, or comes after and ends what they got. `checked` is the row that their password or passkey was checked
 * against.
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
