import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockUser } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { checkPasswordAndCode, type PasswordAndCode } from './check-password-and-code.ts';
import { turnOffTwoFactor } from './take-off-two-factor.ts';

/**
 * Turns two-factor off: its secret and its recovery codes are gone, and all other sessions end.
 * @throws DomainError WrongPassword, InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded, Busy
 */
export async function disableTwoFactor(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'events' | 'log'>,
  session: Session,
  shown: PasswordAndCode,
): Promise<UserRow> {
  const { db, events } = services;
  const { userId } = session;
  await checkPasswordAndCode(services, userId, shown);
  const { user, ended } = await inTransaction(db, async (trx) => {
    const before = await lockUser(trx, session);
    if (before.two_factor_enabled_at === null) throw new DomainError('TwoFactorNotEnabled');
    await turnOffTwoFactor(trx, userId);
    await trx.client.query('update session set renews_two_factor_until = null where id = $1', [session.id]);
    await tellPerson(trx, before, {
      kind: 'two_factor_disabled',
      actor: 'person',
      origin: shown.origin,
    });
    return {
      user: await getUser(trx.kysely, userId),
      ended: await endSessions(trx, { userId, exceptId: session.id }),
    };
  });
  events.publish([ended, { userId, topics: ['account'] }]);
  return user;
}
