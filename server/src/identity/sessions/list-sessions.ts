import type { SessionInfo } from '@mercury/contract/api/security.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import type { Session } from '../../http/caller.ts';
import { deviceNameOf } from '../events/security-events.ts';

type SessionRow = Pick<
  Row<'session'>,
  'id' | 'user_agent' | 'network_address' | 'created_at' | 'last_used_at'
>;

/** The current session first, then the latest used. For staff, none is the current one. */
export async function listSessions(
  db: Database,
  { id, userId }: Pick<Session, 'userId'> & { readonly id: string | null },
): Promise<SessionInfo[]> {
  const { rows } = await db.pool.query<SessionRow>(
    `select id, user_agent, network_address, created_at, last_used_at from session
     where user_id = $1 and idle_expires_at > now() and absolute_expires_at > now()
     order by id is not distinct from $2 desc, last_used_at desc, id desc`,
    [userId, id],
  );
  return rows.map((row) => presentSession(row, id));
}

function presentSession(row: SessionRow, currentId: string | null): SessionInfo {
  return {
    id: row.id,
    device: deviceNameOf(row.user_agent),
    networkAddress: row.network_address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === currentId,
  };
}
