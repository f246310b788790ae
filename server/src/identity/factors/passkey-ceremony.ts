import { productName } from '@mercury/contract/product.ts';
import { COSEALG } from '@simplewebauthn/server/helpers';
import type pg from 'pg';
import { parse } from 'uuid';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { securityParameters } from '../../security-parameters.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';

/** The browser waits for its person as long as the challenge is valid. */
export const passkeyTimeoutMs = securityParameters.passkeyChallengeMinutes * 60_000;

/**
 * Signature algorithms, best first; every authenticator knows one of them. The library's own list depends on experimental
 * features of the runtime.
 */
export const passkeyAlgorithms: COSEALG[] = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** The site of the passkeys (WebAuthn, 4: Relying Party). A passkey of another site opens nothing here. */
export function relyingPartyOf({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { id: publicUrl.hostname, origin: publicUrl.origin, name: productName };
}

/** The name under which an authenticator keeps an account (WebAuthn, 5.4.3). It must not reveal the person. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parse(userId));
}

/**
 * Keeps the challenge that a passkey signs, and returns the token that gives it back once. A sign-in has no `userId` yet.
 * Pass the pool, or the transaction that the challenge depends on.
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

/** Spends and commits the challenge before the answer is checked, whether the answer is right or wrong. */
export async function takeChallenge(
  db: Database,
  { token, userId }: { token: string; userId?: string },
): Promise<string | undefined> {
  const taken = maybeOne(
    await db.pool.query<{ challenge: string }>(
      `delete from passkey_challenge
     where token_hash = $1 and user_id is not distinct from $2 and expires_at > now()
     returning challenge`,
      [hashToken(token), userId ?? null],
    ),
  );
  return taken?.challenge;
}
