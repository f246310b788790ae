import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { prove } from '@mercury/contract/api/security.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { checkPassword } from '../auth/check-password.ts';
import { requireTwoFactorCode } from '../two-factor/require-code.ts';
import { getUser } from '../users/find-user.ts';

/**
 * Makes a session fresh, for the calls that want it so: by the code where two-factor is on, else by the password.
 * @throws DomainError TwoFactorCodeRequired, InvalidTwoFactorCode, WrongPassword, ValidationFailed, RateLimitExceeded
 */
export async function proveSession(
  services: Services,
  { session, proof, origin }: { session: Session; proof: Readonly<BodyOf<typeof prove>>; origin: Origin },
): Promise<void> {
  const user = await getUser(services.db.kysely, session.userId);
  if (user.two_factor_enabled_at !== null) {
    await requireTwoFactorCode(services, user, proof.twoFactorCode);
  } else if (proof.password !== undefined) {
    await checkPassword(services, user, { password: proof.password, origin });
  } else {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'password', key: 'required' }] });
  }
  await services.db.pool.query('update session set proved_at = now() where id = $1', [session.id]);
}
