import {
  listNotices,
  readNotices as readNoticesEndpoint,
  type Notice,
} from '@mercury/contract/api/notices.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { countUnreadNotices, findNotices, type NoticeRow } from './queries.ts';

export function bindNoticeRoutes(bind: Bind, services: Services): void {
  const { db } = services;

  bind(listNotices, {}, async ({ session }) => {
    const notices = (await findNotices(db, session.userId)).map(presentNotice);
    return { success: true, notices, unreadCount: notices.filter(({ isRead }) => !isRead).length };
  });

  bind(readNoticesEndpoint, {}, async ({ session, body }) => {
    await readNotices(services, { userId: session.userId, upTo: body.upTo });
    return { success: true, unreadCount: await countUnreadNotices(db, session.userId) };
  });
}

/** Ids grow with time across all people, so one id marks everything before it. */
async function readNotices(
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

function presentNotice({ id, news, created_at, read_at }: NoticeRow): Notice {
  return { ...news, id, isRead: read_at !== null, createdAt: created_at.toISOString() };
}
