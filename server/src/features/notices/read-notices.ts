import type { Services } from '../../services.ts';

/** Ids are given out in the order of time, so that one says which came before it, whosever it is. */
export async function readNotices(
  { db, events }: Services,
  { userId, upTo }: { userId: string; upTo: string },
): Promise<void> {
  const { rowCount } = await db.pool.query(
    'update notice set read_at = now() where user_id = $1 and id <= $2 and read_at is null',
    [userId, upTo],
  );
  // The person's other browsers show them as unread.
  if (rowCount !== 0) events.publish([{ userId, topics: ['notices'] }]);
}
