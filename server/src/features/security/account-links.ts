import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createToken, hashToken } from '../auth/secrets.ts';
import type { UserRow } from '../users/find-user.ts';

/** The token of a link that freezes the account, for a mail that tells of something its person may not have done. */
export async function createFreezeToken(trx: Transaction, userId: string): Promise<string> {
  const token = createToken();
  await trx.client.query(
    `insert into account_link (token_hash, user_id, purpose, expires_at)
     values ($1, $2, 'freeze', now() + make_interval(days => $3))`,
    [hashToken(token), userId, securityParameters.freezeLinkDays],
  );
  return token;
}

export interface AccountLink {
  readonly user_id: string;
  readonly former_email: string | null;
  readonly expires_at: Date;
}

/** What a link would do; undefined for one that was made up, spent, or is too old. */
export async function findLink(
  trx: Transaction,
  { token, purpose }: { token: string; purpose: 'freeze' | 'undo-email-change' },
): Promise<AccountLink | undefined> {
  const { rows } = await trx.client.query<AccountLink>(
    `select user_id, former_email, expires_at from account_link
     where token_hash = $1 and purpose = $2 and expires_at > now()`,
    [hashToken(token), purpose],
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
  const { rows } = await trx.client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [userId],
  );
  const { rowCount } = await trx.client.query('delete from account_link where token_hash = $1', [
    hashToken(token),
  ]);
  const user = rows[0];
  if (user === undefined || rowCount !== 1) throw new DomainError('InvalidOrExpiredToken');
  return user;
}
