import type { Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';
import { lockPerson } from '../person/locks.ts';
import type { UserRow } from '../person/person.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

/** For a mail to the current address about an action that its person may not have taken. */
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
  /** The address that received the mail. */
  readonly email: string;
  readonly expires_at: Date;
}

/** Undefined if the token is unknown, spent or expired. */
export async function findLink(
  trx: Transaction,
  { token, purpose }: { token: string; purpose: 'freeze' | 'undo-email-change' },
): Promise<AccountLink | undefined> {
  return maybeOne(
    await trx.client.query<AccountLink>(
      `select user_id, email, expires_at from account_link
     where token_hash = $1 and purpose = $2 and expires_at > now()`,
      [hashToken(token), purpose],
    ),
  );
}

/** Undefined once the change of this email can't be undone any more. */
export async function findUndoLink(
  trx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<AccountLink | undefined> {
  return maybeOne(
    await trx.client.query<AccountLink>(
      `select user_id, email, expires_at from account_link
     where user_id = $1 and purpose = 'undo-email-change' and lower(email) = lower($2) and expires_at > now()
     order by expires_at limit 1`,
      [userId, email],
    ),
  );
}

/**
 * Spends a link and returns its account, locked until the transaction ends.
 * @throws DomainError InvalidOrExpiredToken if another call was faster
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
