import type { Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { refuseFrozen } from './frozen.ts';
import type { UserRow } from './person.ts';

// The order of locks: the email's, the person's row, then rows that depend on it.

// An arbitrary namespace of our own.
const emailLock = 6230571;

/**
 * Serializes what registers with an email, mails it or proves it: counts are exact, and two proofs of one address can't deadlock.
 */
export async function lockEmail(trx: Transaction, email: string): Promise<void> {
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [emailLock, email]);
}

/** No stronger than necessary: rows that refer to the person's can still be written. */
const lockClauses = {
  /** The second transaction waits for the first. */
  turns: 'for no key update',
  /** Held by any number at once. Until the commit the person can't leave or be frozen. */
  share: 'for share',
  /** No account can be opened for the person meanwhile. */
  leaving: 'for update',
} as const;

type Strength = keyof typeof lockClauses;

/** Returns the current state, even of a person who has left: what was theirs goes on to its end. */
export async function lockRow(
  { client }: Transaction,
  userId: string,
  strength: Strength = 'turns',
): Promise<UserRow | undefined> {
  return maybeOne(
    await client.query<UserRow>(`select * from app_user where id = $1 ${lockClauses[strength]}`, [userId]),
  );
}

/** Undefined once the person has left. */
export async function lockPerson(
  trx: Transaction,
  userId: string,
  strength: Strength = 'turns',
): Promise<UserRow | undefined> {
  const row = await lockRow(trx, userId, strength);
  return row?.deleted_at === null ? row : undefined;
}

/** A session or an API key, by its id. */
const liveCaller = '(select id, user_id from session union all select id, user_id from api_key) caller';

/** SQL expression. Only after the lock of the person's row does it tell what holds until the commit. */
export function isLiveCaller(sessionId: string): string {
  return `exists (select from ${liveCaller} where id = ${sessionId})`;
}

/**
 * Ends the call if the session has ended since it came in (a freeze, another password, a deletion).
 * @throws DomainError Unauthenticated
 */
export async function lockCaller(trx: Transaction, session: Session): Promise<UserRow> {
  const user = await lockPerson(trx, session.userId);
  // In one statement with the lock, the answer would date from before the wait.
  const { rowCount } = await trx.client.query(`select from ${liveCaller} where id = $1`, [session.id]);
  if (user === undefined || rowCount !== 1) throw new DomainError('Unauthenticated');
  return user;
}

/**
 * By user id, one session a person. Leaves out people who have left or whose session has ended and, unless it `waits`, people
 * whose row is locked.
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
    `select user_id from ${liveCaller} where id = any ($1)`,
    [sessions.map(({ id }) => id)],
  );
  const callers = new Set(live.map(({ user_id: userId }) => userId));
  return new Map(rows.filter(({ id }) => callers.has(id)).map((row) => [row.id, row]));
}

/**
 * The password or code that the caller has just shown must still be the account's.
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
 * A freeze, a deletion, another password or factor either comes before and refuses the sign-in, or after and ends it. `checked`
 * is the row that the password or passkey was checked against.
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

/** @throws DomainError NotFound if the person has left, or never was */
export async function lockForOperator(trx: Transaction, userId: string): Promise<UserRow> {
  const user = await lockPerson(trx, userId);
  if (user === undefined) throw new DomainError('NotFound');
  return user;
}
