import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { publishWithCommit, type SessionsEndedEvent } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { endKeys } from '../api-keys/end-keys.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockForOperator } from '../person/locks.ts';
import type { SessionEndReason } from './why-ended.ts';

/**
 * Also deletes what was begun in the sessions and would outlive them: sign-ins that wait for a second factor, an unproved
 * email change, an unfinished passkey or second factor. Publish the returned event after the commit: it ends the streams.
 * With a reason, the browsers that are signed out are told it. API keys end too, unless the person only signs other browsers
 * out: that says nothing against programs, which have a list of their own.
 */
export async function endSessions(
  trx: Transaction,
  { userId, exceptId, reason }: { userId: string; exceptId?: string; reason: SessionEndReason | null },
): Promise<SessionsEndedEvent> {
  await trx.client.query('delete from sign_in_challenge where user_id = $1', [userId]);
  await trx.client.query("delete from email_verification where user_id = $1 and purpose = 'email-change'", [
    userId,
  ]);
  await trx.client.query('delete from passkey_challenge where user_id = $1', [userId]);
  await trx.client.query(
    `update two_factor set pending_sealed = null, pending_expires_at = null, pending_session_id = null
     where user_id = $1 and pending_sealed is not null`,
    [userId],
  );
  if (reason !== 'ended_elsewhere') await endKeys(trx, userId);
  const { rows } = await trx.client.query<{ id: string }>(
    `with ended as (
       delete from session where user_id = $1 and ($2::uuid is null or id <> $2) returning id, token_hash
     ), told as (
       insert into ended_session (token_hash, user_id, reason) select token_hash, $1, $3 from ended where $3::text is not null
     )
     select id from ended`,
    [userId, exceptId ?? null, reason],
  );
  return { endedSessionIds: rows.map(({ id }) => id) };
}

/** The session's token opens nothing from now on, and its streams end. */
export async function logOut(
  { db, events }: Pick<Services, 'db' | 'events'>,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  origin: Origin,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rowCount } = await trx.client.query('delete from session where id = $1', [id]);
    if (rowCount === 1)
      await recordSecurityEvent(trx, userId, { kind: 'signed_out', actor: 'person', origin });
  });
  events.publish([{ endedSessionIds: [id] }]);
}

/**
 * The same, for a browser that has deleted the token and kept its hash until the server could be told. The hash gives no
 * other access.
 */
export async function logOutByHash(
  services: Pick<Services, 'db' | 'events'>,
  tokenHash: string,
  origin: Origin,
): Promise<void> {
  const session = maybeOne(
    await services.db.pool.query<Pick<Session, 'id' | 'userId'>>(
      `select id, user_id as "userId" from session where token_hash = decode($1, 'hex')`,
      [tokenHash],
    ),
  );
  if (session !== undefined) await logOut(services, session, origin);
}

/**
 * Ends one of the caller's sessions, possibly the current one.
 * @throws DomainError NotFound, also for another person's session
 */
export async function endOneSession(
  { db, events }: Services,
  { session, sessionId, origin }: { session: Session; sessionId: string; origin: Origin },
): Promise<void> {
  const { userId } = session;
  await inTransaction(db, async (trx) => {
    const { rowCount } = await trx.client.query(
      `with ended as (delete from session where id = $1 and user_id = $2 returning token_hash)
       insert into ended_session (token_hash, user_id, reason) select token_hash, $2, 'ended_elsewhere' from ended`,
      [sessionId, userId],
    );
    if (rowCount !== 1) throw new DomainError('NotFound');
    await recordSecurityEvent(trx, userId, { kind: 'session_ended', actor: 'person', origin });
  });
  events.publish([{ endedSessionIds: [sessionId] }, { userId, topics: ['account'] }]);
}

export async function endOtherSessions(
  { db, events }: Services,
  { session, origin }: { session: Session; origin: Origin },
): Promise<void> {
  const { userId } = session;
  const ended = await inTransaction(db, async (trx) => {
    await recordSecurityEvent(trx, userId, { kind: 'other_sessions_ended', actor: 'person', origin });
    return endSessions(trx, { userId, exceptId: session.id, reason: 'ended_elsewhere' });
  });
  events.publish([ended, { userId, topics: ['account'] }]);
}

/** Everywhere at once, with the keys of programs. @throws DomainError NotFound */
export function endSessionsByOperator(
  db: Database,
  { userId, actor, reason }: { userId: string; actor: Actor; reason: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    const ended = await endSessions(trx, { userId, reason: 'ended_by_operator' });
    await tellPerson(trx, user, { kind: 'all_sessions_ended', actor: 'operator' });
    await publishWithCommit(trx, [ended]);
    await appendEntry(trx, {
      actor,
      action: 'people.end_sessions',
      subject: { kind: 'person', id: userId },
      before: { username: user.username, sessionCount: ended.endedSessionIds.length },
      after: { sessionCount: 0 },
      reason,
    });
  });
}
