import { inTransaction } from '../../db/database.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { recordSecurityEvent } from '../security/record-event.ts';

/** Ends a session: its token opens nothing from now on, its live streams end. */
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
 * Likewise, for a browser that has thrown the token away and kept its hash, until the server could be told. Who knows a hash can
 * do no more with it.
 */
export async function logOutByHash(
  services: Pick<Services, 'db' | 'events'>,
  tokenHash: string,
  origin: Origin,
): Promise<void> {
  const { rows } = await services.db.pool.query<Pick<Session, 'id' | 'userId'>>(
    `select id, user_id as "userId" from session where token_hash = decode($1, 'hex')`,
    [tokenHash],
  );
  const [session] = rows;
  if (session !== undefined) await logOut(services, session, origin);
}
