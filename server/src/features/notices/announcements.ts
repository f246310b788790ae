import type { AnnouncementTexts } from '@mercury/contract/api/notices.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { writeDown } from '../../operator/write-down.ts';

export interface AnnouncementOrder {
  readonly texts: AnnouncementTexts;
  /** Now, where it is left out. */
  readonly startsAt?: Date | undefined;
  readonly endsAt?: Date | undefined;
  readonly operator: string;
}

export type ListedAnnouncement = Row<'announcement'> & {
  readonly state: 'waiting' | 'shown' | 'ended';
};

/** Everybody sees it in their list from its start to its end. Returns its id. */
export async function announce(
  db: Database,
  { texts, startsAt, endsAt, operator }: AnnouncementOrder,
): Promise<string> {
  const id = uuidv7();
  await inTransaction(db, async (trx) => {
    await trx.client.query(
      'insert into announcement (id, texts, starts_at, ends_at) values ($1, $2, coalesce($3, now()), $4)',
      [id, JSON.stringify(texts), startsAt ?? null, endsAt ?? null],
    );
    await writeDown(trx, { command: 'announce', subjectId: id, operator, detail: texts.en });
  });
  return id;
}

/** Takes it from all lists. False if it is unknown or has ended. One that has not begun is never shown. */
export async function endAnnouncement(
  db: Database,
  { id, operator }: { id: string; operator: string },
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
    await writeDown(trx, { command: 'end-announcement', subjectId: id, operator, detail: '' });
    return true;
  });
}

export async function listAnnouncements({ pool }: Database): Promise<readonly ListedAnnouncement[]> {
  const { rows } = await pool.query<ListedAnnouncement>(
    `select *, case when starts_at > now() then 'waiting' when ends_at <= now() then 'ended' else 'shown' end as state
       from announcement order by starts_at desc, id desc`,
  );
  return rows;
}
