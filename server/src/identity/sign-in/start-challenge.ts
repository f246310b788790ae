import type { TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import type { Transaction } from '../../db/database.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

/**
 * The first step of a sign-in is done: answers the token that opens the second, for five minutes, once. It is no
 * session's token and opens nothing else.
 */
export async function startChallenge(
  trx: Transaction,
  { userId, isRemembered }: { userId: string; isRemembered: boolean },
): Promise<Pick<TwoFactorChallenge, 'tempToken' | 'twoFactorMethods'>> {
  const tempToken = createToken();
  await trx.client.query(
    `insert into sign_in_challenge (token_hash, user_id, is_remembered, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [hashToken(tempToken), userId, isRemembered, securityParameters.challenge.minutes],
  );
  const { rows } = await trx.client.query<{ has_passkey: boolean }>(
    'select exists (select from passkey where user_id = $1) as has_passkey',
    [userId],
  );
  return {
    tempToken,
    twoFactorMethods: rows[0]?.has_passkey === true ? ['code', 'recovery', 'passkey'] : ['code', 'recovery'],
  };
}
