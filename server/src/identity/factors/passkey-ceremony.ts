import { productName } from '@mercury/contract/product.ts';
import { COSEALG } from '@simplewebauthn/server/helpers';
import type pg from 'pg';
import { parse } from 'uuid';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

/** A browser gives its person as long as the challenge is good for. */
export const passkeyTimeoutMs = securityParameters.passkeyChallengeMinutes * 60_000;

/**
 * What a passkey may sign with, the best first; every authenticator knows one of them. The library's own list depends on
 * what the runtime has in trial.
 */
export const passkeyAlgorithms: COSEALG[] = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Whom passkeys are made for (WebAuthn, 4: Relying Party): a passkey of another site opens nothing here. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { id: publicUrl.hostname, origin: publicUrl.origin, name: productName };
}

/** The name under which an authenticator keeps an account (WebAuthn, 5.4.3): it must not tell who that is. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parse(userId));
}

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
