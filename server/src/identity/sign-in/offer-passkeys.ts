import type { PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { createAssertionOptions } from '../factors/assertion-options.ts';
import { findChallenge } from './challenge.ts';

/**
 * What a browser needs to ask for one of the account's passkeys. The password was right: a touch is enough as the second
 * factor, and the challenge is bound to this sign-in. Asking again replaces it.
 * @throws DomainError ChallengeExpired
 */
export async function offerPasskeys(
  { db, config }: Pick<Services, 'db' | 'config'>,
  tempToken: string,
): Promise<PasskeyOptions> {
  const { tokenHash, user } = await findChallenge(db, tempToken);
  const { rows } = await db.pool.query<{ credential_id: string; transports: string[] }>(
    'select credential_id, transports from passkey where user_id = $1 order by id',
    [user.id],
  );
  const { options, challenge } = await createAssertionOptions(config, {
    userVerification: 'preferred',
    allowCredentials: rows.map((row) => ({ id: row.credential_id, transports: row.transports })),
  });
  const { rowCount } = await db.pool.query(
    'update sign_in_challenge set passkey_challenge = $2 where token_hash = $1',
    [tokenHash, challenge],
  );
  if (rowCount !== 1) throw new DomainError('ChallengeExpired');
  return options;
}
