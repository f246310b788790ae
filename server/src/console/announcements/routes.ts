import { withoutEmpty } from '@mercury/contract/api/local-texts.ts';
import * as announcements from '@mercury/contract/console/announcements.ts';
import { DomainError } from '../../errors.ts';
import {
  announce,
  endAnnouncement,
  listAnnouncements,
  type ListedAnnouncement,
} from '../../features/notices/announcements.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { actorOf } from '../staff/sessions.ts';

const pageSize = 50;

export function bindAnnouncements(bind: ConsoleBind, { services: { db } }: ConsoleDeps): void {
  bind(announcements.listAnnouncements, {}, async ({ query: { cursor } }) => {
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    if (cursor !== undefined && after === undefined) throw invalid('cursor');
    const rows = await listAnnouncements(db, { after, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      success: true,
      announcements: shown.map(present),
      nextCursor: rows.length > pageSize && last !== undefined ? encodeCursor(last.id) : null,
    };
  });
  bind(
    announcements.announce,
    {},
    async ({ body: { texts, startsAt, endsAt, isMailed }, session, context }) => {
      const [from, until] = [startsAt, endsAt].map((time) => (time === null ? undefined : new Date(time)));
      if (until !== undefined && until <= (from ?? new Date())) throw invalid('endsAt');
      const announcement = await announce(db, {
        texts: withoutEmpty(texts),
        startsAt: from,
        endsAt: until,
        isMailed,
        actor: actorOf(session, context),
      });
      return { success: true, announcement: present(announcement) };
    },
  );
  bind(announcements.endAnnouncement, {}, async ({ params: { id }, session, context }) => {
    const hasEnded = await endAnnouncement(db, { id, actor: actorOf(session, context) });
    if (!hasEnded) throw new DomainError('NotFound');
    return { success: true };
  });
}

function invalid(field: string): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: [{ field, key: 'invalid' }] });
}

function present({
  id,
  texts,
  starts_at,
  ends_at,
  state,
  mail_count,
}: ListedAnnouncement): announcements.Announcement {
  return {
    id,
    texts: { ...texts },
    startsAt: starts_at.toISOString(),
    endsAt: ends_at?.toISOString() ?? null,
    state,
    mailCount: mail_count,
  };
}
