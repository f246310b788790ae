import type { Proof } from '@mercury/contract/api/security.ts';
import type { RequestContext, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../person/person.ts';
import { checkProof } from './check-proof.ts';

/**
 * Makes a session fresh, for the calls that want it so.
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
