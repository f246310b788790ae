import type { Transaction } from '../../db/database.ts';
import type { RequestContext } from '../../http/caller.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockSigningIn } from '../person/locks.ts';
import type { UserRow } from '../person/person.ts';
import { rememberDevice } from '../sessions/known-device.ts';
import { startSession } from '../sessions/start-session.ts';

export interface CompletedSignIn {
  readonly user: UserRow;
  readonly isRemembered: boolean;
  readonly context: RequestContext;
  /** The person used a recovery code: the session may set up two-factor anew. */
  readonly canRenewTwoFactor?: boolean;
}

/**
 * Mails the person about a browser that was never seen before, unless it is the account's first.
 * @throws DomainError AccountFrozen, InvalidCredentials
 */
export async function completeSignIn(trx: Transaction, signIn: CompletedSignIn): Promise<string> {
  const { user, isRemembered, context } = signIn;
  const current = await lockSigningIn(trx, user);
  const token = await startSession(trx, {
    userId: user.id,
    isRemembered,
    context,
    isProved: true,
    ...(signIn.canRenewTwoFactor === true && { canRenewTwoFactor: true }),
  });
  await noteSignIn(trx, current, context);
  return token;
}

async function noteSignIn(trx: Transaction, user: UserRow, context: RequestContext): Promise<void> {
  // An unproved person may be a stranger: their browser must not be trusted later.
  if (user.email_verified_at === null) {
    await recordSecurityEvent(trx, user.id, { kind: 'signed_in', actor: 'person', origin: context });
    return;
  }
  const isNewDevice = await rememberDevice(trx, user.id, context);
  if (!isNewDevice || !(await hasSignedInBefore(trx, user.id))) {
    await recordSecurityEvent(trx, user.id, { kind: 'signed_in', actor: 'person', origin: context });
    return;
  }
  await tellPerson(trx, user, { kind: 'signed_in_on_new_device', actor: 'person', origin: context });
}

async function hasSignedInBefore(trx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `select from security_event
     where user_id = $1 and kind in ('signed_in', 'signed_in_on_new_device')
     limit 1`,
    [userId],
  );
  return rowCount === 1;
}
