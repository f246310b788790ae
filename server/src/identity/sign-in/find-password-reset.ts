import type { Database } from '../../db/database.ts';
import { readLongCode } from '../secrets/long-code.ts';
import { hashToken } from '../secrets/tokens.ts';

/** What a person shows of the mail: the token of its link, or the code that they typed. */
export interface ResetProof {
  readonly tokenHash: Buffer;
  readonly codeHash: Buffer;
}

/** Neither can be taken for the other: a code has 16 characters, a token 43. */
export function readResetProof(shown: string): ResetProof {
  return { tokenHash: hashToken(shown), codeHash: hashToken(readLongCode(shown)) };
}

export interface LiveReset {
  readonly userId: string;
  readonly expiresInSeconds: number;
  /** As it stays: the first proof of an email turns it off. */
  readonly isTwoFactorOn: boolean;
}

/** The reset that a proof opens, if it still does. Looking spends nothing. */
export async function findPasswordReset(db: Database, proof: ResetProof): Promise<LiveReset | undefined> {
  const { rows } = await db.pool.query<LiveReset>(
    `select user_id as "userId", ceil(extract(epoch from expires_at - now()))::integer as "expiresInSeconds",
            two_factor_enabled_at is not null and email_verified_at is not null as "isTwoFactorOn"
     from password_reset
     join app_user on app_user.id = user_id
     where (token_hash = $1 or code_hash = $2) and expires_at > now() and deleted_at is null`,
    [proof.tokenHash, proof.codeHash],
  );
  return rows[0];
}
