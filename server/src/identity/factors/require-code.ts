import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { UserRow } from '../person/person.ts';
import { checkTwoFactorCode } from './check-code.ts';

/**
 * For calls that carry a code where two-factor is on: there it is required, elsewhere it is not looked at.
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
