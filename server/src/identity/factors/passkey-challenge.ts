import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

/**
 * Keeps what a passkey has to sign; answers the token that gives it back once. Nobody's where somebody signs in. By the
 * pool, or in the transaction on which it depends.
 */
export async function keepChallenge(
  connection: Pick<pg.Pool, 'query'>,
  { challenge, userId }: { challenge: string; userId?: string },
): Promise<string> {
  const token = createToken();
  await connection.query(
    `insert into passkey_challenge (token_hash, user_id, challenge, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [hashToken(token), userId ?? null, challenge, securityParameters.passkeyChallengeMinutes],
  );
  return token;
}

/** Spent and committed before the answer is looked at, whether that is right or not. */
export async function takeChallenge(
  db: Database,
  { token, userId }: { token: string; userId?: string },
): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ challenge: string }>(
    `delete from passkey_challenge
     where token_hash = $1 and user_id is not distinct from $2 and expires_at > now()
     returning challenge`,
    [hashToken(token), userId ?? null],
  );
  return rows[0]?.challenge;
}
