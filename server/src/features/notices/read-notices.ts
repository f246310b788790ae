import type { Services } from '../../services.ts';

/** Ids grow with time across all people, so one id marks everything before it. */
export async function readNotices(
  { db, events }: Services,
  { userId, upTo }: { userId: string; upTo: string },
): Promise<void> {
  const { rowCount } = await db.pool.query(
    'update notice set read_at = now() where user_id = $1 and id <= $2 and read_at is null',
    [userId, upTo],
  );
  // The person's other browsers still show them as unread.
  if (rowCount !== 0) events.publish([{ userId, topics: ['notices'] }]);
}
