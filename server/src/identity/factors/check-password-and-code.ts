import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../person/person.ts';
import { checkTwoFactorCode } from './check-code.ts';
import { checkPassword } from './check-password.ts';

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
  readonly origin: Origin;
}

/**
 * What every change to a second factor that is on asks for. The password comes first: a wrong one spends no code.
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
