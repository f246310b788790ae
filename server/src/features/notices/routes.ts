import {
  getNoticeChoices,
  listNotices as listNoticesEndpoint,
  readNotices as readNoticesEndpoint,
  setNoticeChoice,
} from '@mercury/contract/api/notices.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { listNotices } from './list-notices.ts';
import { findReader } from './queries.ts';
import { setChoice } from './set-choice.ts';

export function bindNoticeRoutes(bind: Bind, services: Services): void {
  bind(listNoticesEndpoint, {}, async ({ session, context }) => {
    const notices = await listNotices(services, { userId: session.userId, locale: context.locale });
    return { success: true, notices, unreadCount: notices.filter(({ isRead }) => !isRead).length };
  });

  bind(readNoticesEndpoint, {}, async ({ session, body }) => {
    await readNotices(services, { userId: session.userId, upTo: body.upTo });
    return { success: true };
  });

  bind(getNoticeChoices, {}, async ({ session }) => {
    const { choices } = await findReader(services.db, session.userId);
    return { success: true, choices };
  });

  bind(setNoticeChoice, {}, async ({ session, body }) => ({
    success: true,
    choices: await setChoice(services, { session, input: body }),
  }));
}

/** The mark only moves forward, and never beyond now: what comes later is new. */
async function readNotices(
  { db, events }: Services,
  { userId, upTo }: { userId: string; upTo: string },
): Promise<void> {
  const { rowCount } = await db.pool.query(
    `insert into notice_mark (user_id, read_until)
     -- Somebody who leaves at this moment leaves no mark behind.
     select id, least($2, now()) from app_user where id = $1 and deleted_at is null for key share
     on conflict (user_id) do update set read_until = excluded.read_until
      where notice_mark.read_until < excluded.read_until`,
    [userId, upTo],
  );
  // The person's other browsers still show them as unread.
  if (rowCount !== 0) events.publish([{ userId, topics: ['notices'] }]);
}
