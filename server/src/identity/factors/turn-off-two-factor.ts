import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockForOperator, lockCaller } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { checkPasswordAndCode, type PasswordAndCode } from './check-proof.ts';

/** @throws DomainError WrongPassword, InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded, Busy */
export async function disableTwoFactor(
  services: Pick<Services, 'db' | 'config' | 'secretBox' | 'events' | 'log'>,
  session: Session,
  shown: PasswordAndCode,
): Promise<UserRow> {
  const { db, events } = services;
  const { userId } = session;
  await checkPasswordAndCode(services, userId, shown);
  const { user, ended } = await inTransaction(db, async (trx) => {
    const before = await lockCaller(trx, session);
    if (before.two_factor_enabled_at === null) throw new DomainError('TwoFactorNotEnabled');
    await turnOffTwoFactor(trx, userId);
    await trx.client.query('update session set renews_two_factor_until = null where id = $1', [session.id]);
    await tellPerson(trx, before, {
      kind: 'two_factor_disabled',
      actor: 'person',
      origin: shown.origin,
    });
    return {
      user: await getUser(trx.kysely, userId),
      ended: await endSessions(trx, { userId, exceptId: session.id, reason: 'two_factor_changed' }),
    };
  });
  events.publish([ended, { userId, topics: ['account'] }]);
  return user;
}

/**
 * For a person who lost both authenticator and recovery codes, or whose account a stranger has closed with the stranger's
 * own. The operator must be sure of the person's identity. Returns false if two-factor is already off.
 * @throws DomainError NotFound
 */
export function removeTwoFactorByOperator(
  db: Database,
  { userId, actor, reason }: { userId: string; actor: Actor; reason?: string | undefined },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    if (user.two_factor_enabled_at === null) return false;
    await removeTwoFactor(trx, user);
    await appendEntry(trx, {
      actor,
      action: 'people.remove_two_factor',
      subject: { kind: 'person', id: userId },
      before: twoFactorFacts(user),
      after: { twoFactorSince: null },
      reason,
    });
    return true;
  });
}

/** What the log and a proposal say of two-factor. */
export function twoFactorFacts({ username, two_factor_enabled_at }: UserRow) {
  return { username, twoFactorSince: two_factor_enabled_at?.toISOString() ?? null };
}

/** Ends every session and tells the person. The caller holds the row lock, and writes the log. */
export async function removeTwoFactor(trx: Transaction, user: UserRow): Promise<void> {
  await turnOffTwoFactor(trx, user.id);
  await tellPerson(trx, user, { kind: 'two_factor_disabled', actor: 'operator' });
  await publishWithCommit(trx, [await endSessions(trx, { userId: user.id, reason: 'two_factor_changed' })]);
}

/** The caller holds the person's row lock. */
async function turnOffTwoFactor(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query('delete from two_factor where user_id = $1', [userId]);
  await trx.client.query('delete from recovery_code where user_id = $1', [userId]);
  await trx.client.query('update app_user set two_factor_enabled_at = null where id = $1', [userId]);
}
