import type { SecurityEvent } from '@mercury/contract/api/security.ts';
import type { Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { findSecurityEvents } from '../account/queries.ts';
import { presentSecurityEvent } from './present.ts';

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
