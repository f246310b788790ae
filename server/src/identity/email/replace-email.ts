import { limits } from '@mercury/contract/limits.ts';
import type { Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { createFreezeToken } from '../events/account-links.ts';
import { deviceNameOf, recordSecurityEvent } from '../events/security-events.ts';
import { lockPerson } from '../person/locks.ts';
import type { UserRow } from '../person/person.ts';
import { createToken, hashToken } from '../secrets/tokens.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { endRivalProofs, isFreeEmail } from './prove-email.ts';

export interface EmailReplacement {
  readonly userId: string;
  readonly newEmail: string;
  /** The session that typed the code, or the account's session in the browser that opened the link. */
  readonly keptSessionId?: string;
  readonly actor: 'person' | 'link';
  readonly origin: Origin;
}

/**
 * Tells the former address, which can undo the change for a while, and deletes password resets that were mailed there.
 * The caller holds the new email's lock.
 * Undefined if the account is gone or the address is not free.
 */
export async function replaceEmail(
  trx: Transaction,
  { userId, newEmail, keptSessionId, actor, origin }: EmailReplacement,
): Promise<SessionsEndedEvent | undefined> {
  const former = await lockPerson(trx, userId);
  if (former === undefined || former.email_verified_at === null) return undefined;
  const { rowCount } = await trx.client.query(
    `update app_user set email = $2, email_verified_at = now() where id = $1 and ${isFreeEmail}`,
    [userId, newEmail],
  );
  if (rowCount !== 1) return undefined;
  await endRivalProofs(trx, { userId, email: newEmail });
  await trx.client.query('delete from password_reset where user_id = $1', [userId]);
  await recordSecurityEvent(trx, userId, { kind: 'email_changed', actor, origin });
  await tellFormerAddress(trx, former, { newEmail, origin });
  const kept = keptSessionId === undefined ? {} : { exceptId: keptSessionId };
  return endSessions(trx, { userId, ...kept, reason: 'email_changed' });
}

async function tellFormerAddress(
  trx: Transaction,
  former: UserRow,
  { newEmail, origin }: { newEmail: string; origin: Origin },
): Promise<void> {
  await enqueueMail(
    trx,
    { userId: former.id, email: former.email, locale: former.locale },
    {
      template: 'email-changed',
      values: {
        username: former.username,
        newEmail,
        undoToken: await createUndoToken(trx, former),
        device: deviceNameOf(origin.userAgent),
        networkAddress: origin.networkAddress,
        at: new Date().toISOString(),
        freezeToken: await createFreezeToken(trx, former),
      },
    },
  );
}

async function createUndoToken(trx: Transaction, former: UserRow): Promise<string> {
  const token = createToken();
  await trx.client.query(
    `insert into account_link (token_hash, user_id, purpose, email, expires_at)
     values ($1, $2, 'undo-email-change', $3, now() + make_interval(secs => $4))`,
    [hashToken(token), former.id, former.email, limits.emailUndoMs / 1000],
  );
  return token;
}
