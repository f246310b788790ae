import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Ends one of the caller's sessions, which may be the one that asks.
 * @throws DomainError NotFound, also for somebody else's
 */
export async function endOneSession(
  { db, events }: Services,
  { session, sessionId, origin }: { session: Session; sessionId: string; origin: Origin },
): Promise<void> {
  const { userId } = session;
  await inTransaction(db, async (trx) => {
    const { rowCount } = await trx.client.query('delete from session where id = $1 and user_id = $2', [
      sessionId,
      userId,
    ]);
    if (rowCount !== 1) throw new DomainError('NotFound');
    await recordSecurityEvent(trx, userId, { kind: 'session_ended', actor: 'person', origin });
  });
  events.publish([{ endedSessionIds: [sessionId] }, { userId, topics: ['account'] }]);
}

/** Ends all of the caller's sessions but the one that asks. */
export async function endOtherSessions(
  { db, events }: Services,
  { session, origin }: { session: Session; origin: Origin },
): Promise<void> {
  const { userId } = session;
  const ended = await inTransaction(db, async (trx) => {
    await recordSecurityEvent(trx, userId, { kind: 'other_sessions_ended', actor: 'person', origin });
    return endSessions(trx, { userId, exceptId: session.id });
  });
  events.publish([ended, { userId, topics: ['account'] }]);
}
