import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { lockUser } from '../person/locks.ts';
import { getUser } from '../person/person.ts';
import { totpPurpose } from './check-code.ts';
import { checkPassword } from './check-password.ts';
import { findRenewal } from './find-renewal.ts';
import { createTotpSecret, presentTotpSecret } from './totp.ts';

/**
 * Makes a secret for an authenticator app. Nothing is asked for it before a code of it was verified, and a second
 * set-up replaces the first. Where two-factor is on already, only a session that was opened with a recovery code may:
 * its person has lost what the present secret is on.
 * @throws DomainError WrongPassword, TwoFactorAlreadyEnabled, RateLimitExceeded, Busy
 */
export async function setUpTwoFactor(
  services: Pick<Services, 'db' | 'config' | 'secretBox'>,
  session: Session,
  { password, origin }: { password: string; origin: Origin },
): Promise<{ secretKey: string; qrCodeUrl: string }> {
  const { db, secretBox } = services;
  await checkPassword(services, await getUser(db.kysely, session.userId), { password, origin });
  const secret = createTotpSecret();
  return inTransaction(db, async (trx) => {
    const user = await lockUser(trx, session);
    const isLost = (await findRenewal(trx, session)) === 'in time';
    if (user.two_factor_enabled_at !== null && !isLost) throw new DomainError('TwoFactorAlreadyEnabled');
    await trx.client.query(
      `insert into two_factor (user_id, pending_sealed, pending_expires_at)
       values ($1, $2, now() + make_interval(mins => $3))
       on conflict (user_id) do update
       set pending_sealed = excluded.pending_sealed, pending_expires_at = excluded.pending_expires_at`,
      [user.id, secretBox.seal(secret, totpPurpose(user.id)), securityParameters.totp.setUpMinutes],
    );
    return presentTotpSecret(secret, user.email);
  });
}
