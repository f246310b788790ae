import {
  getNoticeChoices,
  listNotices as listNoticesEndpoint,
  readNotices as readNoticesEndpoint,
  setNoticeChoice,
} from '@mercury/contract/api/notices.ts';
import { inTransaction } from '../../db/database.ts';
import type { Bind } from '../../http/bind.ts';
import { lockPerson } from '../../identity/person/locks.ts';
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
  const hasMoved = await inTransaction(db, async (trx) => {
    // Somebody who leaves at this moment leaves no mark behind.
    if ((await lockPerson(trx, userId, 'share')) === undefined) return false;
    const { rowCount } = await trx.client.query(
      `insert into notice_mark (user_id, read_until) values ($1, least($2, now()))
       on conflict (user_id) do update set read_until = excluded.read_until
        where notice_mark.read_until < excluded.read_until`,
      [userId, upTo],
    );
    return rowCount !== 0;
  });
  // The person's other browsers still show them as unread.
  if (hasMoved) events.publish([{ userId, topics: ['notices'] }]);
}
