import type { Config } from '../config.ts';
import { inTransaction, type Database } from '../db/database.ts';
import { openSecretBox } from '../encryption.ts';
import { recordSecurityEvent } from '../identity/events/security-events.ts';
import { totpPurpose } from '../identity/factors/check-code.ts';
import {
  createRecoveryCodes,
  replaceRecoveryCodes,
  type RecoveryCodes,
} from '../identity/factors/recovery-codes.ts';
import { createTotpSecret, presentTotpSecret } from '../identity/factors/totp.ts';

export interface Authenticator {
  readonly secretKey: string;
  readonly recoveryCodes: readonly string[];
}

let recoveryCodesOfAll: Promise<RecoveryCodes> | undefined;

/**
 * Writes an authenticator into the database as turning it on would leave it, for tests about other things. No other session ends
 * and no mail is sent. All share the same recovery codes, because hashing ten takes half a second.
 */
export async function insertAuthenticator(
  { db, config }: { db: Database; config: Config },
  user: { id: string; email: string },
): Promise<Authenticator> {
  recoveryCodesOfAll ??= createRecoveryCodes();
  const { shown, hashes } = await recoveryCodesOfAll;
  const secretBox = await openSecretBox(config, db);
  const secret = createTotpSecret();
  await inTransaction(db, async (trx) => {
    await trx.client.query('insert into two_factor (user_id, secret_sealed) values ($1, $2)', [
      user.id,
      secretBox.seal(secret, totpPurpose(user.id)),
    ]);
    await replaceRecoveryCodes(trx, user.id, hashes);
    await trx.client.query('update app_user set two_factor_enabled_at = now() where id = $1', [user.id]);
    await recordSecurityEvent(trx, user.id, { kind: 'two_factor_enabled', actor: 'person' });
  });
  return { secretKey: presentTotpSecret(secret, user.email).secretKey, recoveryCodes: shown };
}
