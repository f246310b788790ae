import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { changePassword as changePasswordEndpoint } from '@mercury/contract/api/users.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext, Session } from '../../http/caller.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { checkPassword, requireTwoFactorCode } from '../factors/check-proof.ts';
import { removeUnknownPasskeys } from '../factors/passkeys.ts';
import { lockCheckedUser } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { verifyPasswordIsAllowed } from '../secrets/password-rules.ts';
import { hashPassword } from '../secrets/password.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { rememberOnlyThisDevice } from '../sessions/known-device.ts';

type PasswordChange = BodyOf<typeof changePasswordEndpoint>;

/**
 * Ends the other sessions and removes passkeys and known browsers as a reset does. Returns the names of the removed passkeys.
 * @throws DomainError ValidationFailed, WrongPassword, TwoFactorCodeRequired, InvalidTwoFactorCode, RateLimitExceeded, Busy
 */
export async function changePassword(
  services: Services,
  { session, input, context }: { session: Session; input: PasswordChange; context: RequestContext },
): Promise<readonly string[]> {
  const user = await getUser(services.db.kysely, session.userId);
  // First, so that a refused password spends no code.
  await verifyNewPassword(user, input);
  await checkPassword(services, user, { password: input.currentPassword, origin: context });
  await requireTwoFactorCode(services, user, { code: input.twoFactorCode, origin: context });
  const newHash = await hashPassword(input.newPassword);
  const { ended, removedPasskeys } = await inTransaction(services.db, async (trx) => {
    const current = await lockCheckedUser(trx, session, user);
    return replacePassword(trx, current, { newHash, session, knownIds: input.keepPasskeyIds, context });
  });
  services.events.publish([ended, { userId: user.id, topics: ['account'] }]);
  return removedPasskeys;
}

async function verifyNewPassword(
  user: UserRow,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> {
  // Verification normalizes to NFKC as well.
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) {
    throw new DomainError('ValidationFailed', {
      fieldErrors: [{ field: 'newPassword', key: 'passwordUnchanged' }],
    });
  }
  await verifyPasswordIsAllowed({
    password: newPassword,
    field: 'newPassword',
    names: [user.name, user.username, user.email],
  });
}

interface StoredChange {
  readonly newHash: string;
  readonly session: Session;
  /** Passkey ids. */
  readonly knownIds: readonly string[] | undefined;
  readonly context: RequestContext;
}

async function replacePassword(
  trx: Transaction,
  user: UserRow,
  { newHash, session, knownIds, context }: StoredChange,
): Promise<{ ended: SessionsEndedEvent; removedPasskeys: readonly string[] }> {
  await trx.client.query('update app_user set password_hash = $2 where id = $1', [user.id, newHash]);
  await trx.client.query('delete from password_reset where user_id = $1', [user.id]);
  const removedPasskeys = await removeUnknownPasskeys(trx, { userId: user.id, knownIds, origin: context });
  await rememberOnlyThisDevice(trx, user.id, context);
  await trx.client.query('update session set proved_at = now() where id = $1', [session.id]);
  await tellPerson(trx, user, { kind: 'password_changed', actor: 'person', origin: context });
  const ended = await endSessions(trx, {
    userId: user.id,
    exceptId: session.id,
    reason: 'password_changed',
  });
  return { ended, removedPasskeys };
}
