import type { Proof } from '@mercury/contract/api/security.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { UserRow } from '../person/person.ts';
import { checkPassword } from './check-password.ts';
import { requireTwoFactorCode } from './require-code.ts';

/**
 * Holds against an account what its person shows at this moment: the code where two-factor is on, else the password.
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
