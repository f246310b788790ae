import { DomainError } from '../../errors.ts';
import type { Origin, RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { UserRow } from '../person/person.ts';
import { countPasswordTry, forgetPasswordTries } from '../secrets/password-throttle.ts';
import { verifyPassword } from '../secrets/password.ts';
import { isKnownDevice } from '../sessions/known-device.ts';

/** The browser's device token, where there is one, tells its person from whoever took a session's token. */
type PasswordOrigin = Origin & Partial<Pick<RequestContext, 'deviceToken'>>;

/**
 * Holds a password against the account of somebody who is signed in. Never 401, on which a browser would sign out.
 * @throws DomainError WrongPassword, RateLimitExceeded, Busy
 */
export async function checkPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  user: UserRow,
  { password, origin }: { password: string; origin: PasswordOrigin },
): Promise<void> {
  const tried = {
    name: `account ${user.id}`,
    networkAddress: origin.networkAddress,
    isKnownDevice: await isKnownDevice(db.pool, [user.id], { deviceToken: origin.deviceToken }),
  };
  await countPasswordTry(db, tried, config.rateLimitFactor);
  if (!(await verifyPassword(user.password_hash, password))) throw new DomainError('WrongPassword');
  await forgetPasswordTries(db, tried);
}
