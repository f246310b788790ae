import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';
import type { Session } from '../http/caller.ts';
import type { Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';

export interface Ticket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/** A browser cannot send a header when it opens a stream, and a session's token must never be in a URL: hence a ticket. */
export async function createTicket(db: Database, session: Pick<Session, 'id' | 'userId'>): Promise<Ticket> {
  const ticket = randomBytes(32).toString('base64url');
  const { rows } = await db.pool.query<{ expires_at: Date }>(
    `with swept as (delete from event_ticket where expires_at < now())
     insert into event_ticket (token_hash, user_id, session_id, expires_at)
     select $1, $2, id, now() + make_interval(secs => $4) from session where id = $3 for key share
     returning expires_at`,
    [hashOf(ticket), session.userId, session.id, limits.eventTicketLifetimeMs / 1000],
  );
  const [row] = rows;
  // The session ended after it was recognized.
  if (row === undefined) throw new DomainError('Unauthenticated');
  return { ticket, expiresAt: row.expires_at };
}

/** The owner of the stream, and uses the ticket up. Undefined for a forged, used or expired ticket. */
export async function redeemTicket(
  db: Database,
  ticket: string,
): Promise<{ userId: string; sessionId: string } | undefined> {
  const { rows } = await db.pool.query<{ userId: string; sessionId: string }>(
    `delete from event_ticket where token_hash = $1 and expires_at > now()
     returning user_id as "userId", session_id as "sessionId"`,
    [hashOf(ticket)],
  );
  return rows[0];
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
