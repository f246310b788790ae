import type { Proof } from '@mercury/contract/api/security.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, RequestContext, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { countPasswordTry, forgetPasswordTries } from '../secrets/password-throttle.ts';
import { verifyPassword } from '../secrets/password.ts';
import { isKnownDevice } from '../sessions/known-device.ts';
import { checkTwoFactorCode } from './check-code.ts';

/** The browser's device token, if it has one, tells the person from a thief of the session token. */
type PasswordOrigin = Origin & Partial<Pick<RequestContext, 'deviceToken'>>;

/**
 * Checks a signed-in person's password. Never answers 401, because a browser signs out on it.
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

/**
 * Requires the code if two-factor is on; ignores it otherwise.
 * @throws DomainError TwoFactorCodeRequired, InvalidTwoFactorCode, RateLimitExceeded
 */
export async function requireTwoFactorCode(
  services: Pick<Services, 'db' | 'secretBox' | 'log'>,
  user: UserRow,
  { code, origin }: { code: string | undefined; origin: Origin },
): Promise<void> {
  if (user.two_factor_enabled_at === null) return;
  if (code === undefined) throw new DomainError('TwoFactorCodeRequired');
  await checkTwoFactorCode(services, { userId: user.id, code, origin });
}

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
  readonly origin: Origin;
}

/**
 * For every change to a second factor that is on. The password comes first: a wrong one spends no code.
 * @throws DomainError WrongPassword, InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded, Busy
 */
export async function checkPasswordAndCode(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'log'>,
  userId: string,
  { password, code, origin }: PasswordAndCode,
): Promise<void> {
  const user = await getUser(services.db.kysely, userId);
  if (user.two_factor_enabled_at === null) throw new DomainError('TwoFactorNotEnabled');
  await checkPassword(services, user, { password, origin });
  await checkTwoFactorCode(services, { userId, code, origin });
}

/**
 * Checks the proof that the person shows now: the code if two-factor is on, else the password.
 * @throws DomainError TwoFactorCodeRequired, InvalidTwoFactorCode, WrongPassword, ValidationFailed, RateLimitExceeded, Busy
 */
export async function checkProof(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'log'>,
  user: UserRow,
  { proof, context }: { proof: Proof; context: RequestContext },
): Promise<void> {
  if (user.two_factor_enabled_at !== null) {
    await requireTwoFactorCode(services, user, { code: proof.twoFactorCode, origin: context });
  } else if (proof.password !== undefined) {
    await checkPassword(services, user, { password: proof.password, origin: context });
  } else {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'password', key: 'required' }] });
  }
}

/**
 * Makes a session fresh, for calls that require a fresh one.
 * @throws DomainError TwoFactorCodeRequired, InvalidTwoFactorCode, WrongPassword, ValidationFailed, RateLimitExceeded, Busy
 */
export async function proveSession(
  services: Services,
  { session, proof, context }: { session: Session; proof: Proof; context: RequestContext },
): Promise<void> {
  const user = await getUser(services.db.kysely, session.userId);
  await checkProof(services, user, { proof, context });
  await services.db.pool.query('update session set proved_at = now() where id = $1', [session.id]);
}
