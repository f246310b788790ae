import type { Database } from '../../db/database.ts';

/** Ends a session: its token, and the live-stream tickets given out to it, open nothing from now on. */
export async function logOut(db: Database, sessionId: string): Promise<void> {
  await db.kysely.deleteFrom('session').where('id', '=', sessionId).execute();
}
