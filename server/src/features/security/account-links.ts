import type { Transaction } from '../../db/database.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createToken, hashToken } from '../auth/secrets.ts';

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
