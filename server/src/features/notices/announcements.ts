import type { LocalTexts } from '@mercury/contract/api/local-texts.ts';
import { v7 as uuidv7 } from 'uuid';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, one, type Row } from '../../db/rows.ts';
import { forgetWaitingAnnouncement } from '../../mail/enqueue-mail.ts';

export interface AnnouncementOrder {
  readonly texts: LocalTexts;
  /** Now, where it is left out. */
  readonly startsAt?: Date | undefined;
  readonly endsAt?: Date | undefined;
  /** `mail-announcements.ts` sends them, from its start. */
  readonly isMailed: boolean;
  readonly actor: Actor;
}

export type ListedAnnouncement = Row<'announcement'> & {
  readonly state: 'waiting' | 'shown' | 'ended';
};

const withState = `*, case when starts_at > now() then 'waiting' when ends_at <= now() then 'ended' else 'shown' end as state`;

/** Everybody sees it in their list from its start to its end. */
export async function announce(
  db: Database,
  { texts, startsAt, endsAt, isMailed, actor }: AnnouncementOrder,
): Promise<ListedAnnouncement> {
  return inTransaction(db, async (trx) => {
    const announcement = one(
      await trx.client.query<ListedAnnouncement>(
        `insert into announcement (id, texts, starts_at, ends_at, mail_count)
         values ($1, $2, coalesce($3, now()), $4, case when $5::boolean then 0 end)
         returning ${withState}`,
        [uuidv7(), JSON.stringify(texts), startsAt ?? null, endsAt ?? null, isMailed],
      ),
    );
    await appendEntry(trx, {
      actor,
      action: 'announcement.write',
      subject: { kind: 'announcement', id: announcement.id },
      after: {
        texts,
        startsAt: announcement.starts_at.toISOString(),
        endsAt: announcement.ends_at?.toISOString() ?? null,
        isMailed,
      },
    });
    return announcement;
  });
}

/** Takes it from all lists, and its waiting mails back. False if it is unknown or has ended. One that has not begun is never shown. */
export async function endAnnouncement(
  db: Database,
  { id, actor }: { id: string; actor: Actor },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ended = maybeOne(
      await trx.client.query(
        `update announcement
            set starts_at = least(starts_at, now() - interval '1 second'), ends_at = now()
          where id = $1 and (ends_at is null or ends_at > now())
         returning id`,
        [id],
      ),
    );
    if (ended === undefined) return false;
    await forgetWaitingAnnouncement(trx, id);
    await appendEntry(trx, { actor, action: 'announcement.end', subject: { kind: 'announcement', id } });
    return true;
  });
}

/** By index announcement_newest_first. `after`: the last one of the page before. */
export async function listAnnouncements(
  { pool }: Database,
  { after, limit }: { after?: string | undefined; limit?: number } = {},
): Promise<readonly ListedAnnouncement[]> {
  const { rows } = await pool.query<ListedAnnouncement>(
    `select ${withState} from announcement
      where $1::uuid is null or (starts_at, id) < (select starts_at, id from announcement where id = $1)
      order by starts_at desc, id desc limit $2`,
    [after ?? null, limit ?? null],
  );
  return rows;
}
