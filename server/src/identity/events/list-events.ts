import type { SecurityEvent } from '@mercury/contract/api/security.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { deviceNameOf } from './security-events.ts';

export interface SecurityEventPage {
  readonly events: SecurityEvent[];
  readonly nextCursor: string | null;
}

/** @throws DomainError ValidationFailed for a cursor that no reply ever contained */
export async function listSecurityEvents(
  db: Database,
  { userId, cursor }: { userId: string; cursor: string | undefined },
): Promise<SecurityEventPage> {
  const afterId = cursor === undefined ? undefined : readCursor(cursor);
  const { rows, hasMore } = await findSecurityEvents(db, { userId, afterId });
  const last = rows.at(-1);
  return {
    events: rows.map(presentSecurityEvent),
    nextCursor: hasMore && last !== undefined ? encodeCursor(last.id) : null,
  };
}

function readCursor(cursor: string): string {
  const id = decodeCursor(cursor);
  if (id !== undefined) return id;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
}

type SecurityEventRow = Omit<Row<'security_event'>, 'user_id'>;

/** One page, newest first, after the event `afterId`; `hasMore` if another page follows. */
async function findSecurityEvents(
  db: Database,
  { userId, afterId }: { userId: string; afterId: string | undefined },
): Promise<{ rows: SecurityEventRow[]; hasMore: boolean }> {
  const pageSize = limits.securityEventPageSize;
  // The database compares the positions: its timestamps are finer than a Date.
  const { rows } = await db.pool.query<SecurityEventRow>(
    `select id, kind, actor, user_agent, network_address, created_at from security_event
     where user_id = $1 and ($2::uuid is null or (created_at, id) < (
       select place.created_at, place.id from security_event place where place.id = $2 and place.user_id = $1
     ))
     order by created_at desc, id desc
     limit $3`,
    [userId, afterId ?? null, pageSize + 1],
  );
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}

function presentSecurityEvent(row: SecurityEventRow): SecurityEvent {
  return {
    id: row.id,
    kind: row.kind,
    actor: row.actor,
    device: deviceNameOf(row.user_agent),
    networkAddress: row.network_address,
    at: row.created_at.toISOString(),
  };
}
