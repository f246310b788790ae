import { inTransaction } from '../../db/database.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { recordSecurityEvent } from '../security/record-event.ts';

/** Ends a session: its token and the live-stream tickets given out to it open nothing from now on, its streams end. */
export async function logOut(
  { db, events }: Services,
  { id, userId }: Session,
  origin: Origin,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rowCount } = await trx.client.query('delete from session where id = $1', [id]);
    if (rowCount === 1)
      await recordSecurityEvent(trx, userId, { kind: 'signed_out', actor: 'person', origin });
  });
  events.publish([{ endedSessionIds: [id] }]);
}
