import type { Services } from '../../services.ts';

/** Ends a session: its token and the live-stream tickets given out to it open nothing from now on, its streams end. */
export async function logOut({ db, events }: Services, sessionId: string): Promise<void> {
  await db.kysely.deleteFrom('session').where('id', '=', sessionId).execute();
  events.publish([{ endedSessionIds: [sessionId] }]);
}
