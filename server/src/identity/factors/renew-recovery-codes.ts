import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockUser } from '../person/locks.ts';
import { checkPasswordAndCode, type PasswordAndCode } from './check-password-and-code.ts';
import { createRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

/**
 * Makes ten new recovery codes in the place of all old ones.
 * @throws DomainError WrongPassword, InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded, Busy
 */
export async function renewRecoveryCodes(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'events' | 'log'>,
  session: Session,
  shown: PasswordAndCode,
): Promise<readonly string[]> {
  const { userId } = session;
  await checkPasswordAndCode(services, userId, shown);
  const recoveryCodes = await createRecoveryCodes();
  await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, session);
    // Turned off meanwhile: there is nothing that the codes would recover.
    if (user.two_factor_enabled_at === null) throw new DomainError('TwoFactorNotEnabled');
    await replaceRecoveryCodes(trx, userId, recoveryCodes.hashes);
    await tellPerson(trx, user, { kind: 'recovery_codes_renewed', actor: 'person', origin: shown.origin });
  });
  services.events.publish([{ userId, topics: ['account'] }]);
  return recoveryCodes.shown;
}
