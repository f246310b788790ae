import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';
import { lockPerson } from '../person/locks.ts';
import type { UserRow } from '../person/person.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

/**
 * The token of a link that freezes the account, for a mail to its present address that tells of something its person may
 * not have done.
 */
export async function createFreezeToken(
  trx: Transaction,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<string> {
  const token = createToken();
  await trx.client.query(
    `insert into account_link (token_hash, user_id, purpose, email, expires_at)
     values ($1, $2, 'freeze', $3, now() + make_interval(days => $4))`,
    [hashToken(token), id, email, securityParameters.freezeLinkDays],
  );
  return token;
}

export interface AccountLink {
  readonly user_id: string;
  /** Where the mail went. */
  readonly email: string;
  readonly expires_at: Date;
}

/** What a link would do; undefined for one that was made up, spent, or is too old. */
export async function findLink(
  trx: Transaction,
  { token, purpose }: { token: string; purpose: 'freeze' | 'undo-email-change' },
): Promise<AccountLink | undefined> {
  const { rows } = await trx.client.query<AccountLink>(
    `select user_id, email, expires_at from account_link
     where token_hash = $1 and purpose = $2 and expires_at > now()`,
    [hashToken(token), purpose],
  );
  return rows[0];
}

/** The link that gives an account this email back, where it had it and changed it a short while ago. */
export async function findUndoLink(
  trx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<AccountLink | undefined> {
  const { rows } = await trx.client.query<AccountLink>(
    `select user_id, email, expires_at from account_link
     where user_id = $1 and purpose = 'undo-email-change' and lower(email) = lower($2) and expires_at > now()
     order by expires_at limit 1`,
    [userId, email],
  );
  return rows[0];
}

/**
 * Spends a link, and answers the account that it is of, locked until the transaction ends.
 * @throws DomainError InvalidOrExpiredToken where somebody was faster
 */
export async function spendLink(
  trx: Transaction,
  { token, userId }: { token: string; userId: string },
): Promise<UserRow> {
  const user = await lockPerson(trx, userId);
  const { rowCount } = await trx.client.query('delete from account_link where token_hash = $1', [
    hashToken(token),
  ]);
  if (user === undefined || rowCount !== 1) throw new DomainError('InvalidOrExpiredToken');
  return user;
}
