import { noticeDefaults } from '@mercury/contract/api/notices.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { addJob } from '../../jobs/queue.ts';
import { countWaitingAnnouncements, enqueueAnnouncements } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';

/** At a time: as few wait in the queue, however many people there are. */
export const announcementMailsWaitingMax = 200;
const pauseMs = 5000;

/**
 * Mails an announcement that has begun, some people after the other by their ids. Up to whom is noted in the commit of the mails, so
 * a repeated job mails nobody twice, and of several processes each goes on where the other ended.
 */
export async function mailAnnouncements({ db }: Pick<Services, 'db'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    const announcement = await lockBegun(trx);
    if (announcement === undefined) return;
    const room = announcementMailsWaitingMax - (await countWaitingAnnouncements(trx));
    if (room > 0) await mailNext(trx, announcement, room);
    const [key, runAt] = ['mail-announcements', new Date(Date.now() + pauseMs)];
    await addJob(trx, 'mail-announcements', {}, { key, runAt });
  });
}

interface BegunAnnouncement {
  readonly id: string;
  /** Null where nobody was looked at. */
  readonly mailed_to_id: string | null;
}

/** Whoever ends one in the same moment holds its row: only a clock that goes on finds it ended after the wait. */
async function lockBegun({ client }: Transaction): Promise<BegunAnnouncement | undefined> {
  return maybeOne(
    await client.query<BegunAnnouncement>(
      `select id, mailed_to_id from announcement
        where mail_count is not null and mailed_at is null
          and starts_at <= now() and (ends_at is null or ends_at > clock_timestamp())
        order by starts_at, id limit 1 for update`,
    ),
  );
}

async function mailNext(trx: Transaction, { id, mailed_to_id }: BegunAnnouncement, countMax: number) {
  const readers = await findReaders(trx, { id, after: mailed_to_id, countMax });
  await enqueueAnnouncements(
    trx,
    readers.map(({ userId, email, locale, username, text, language }) => ({
      addressee: { userId, email, locale },
      values: { username, announcementId: id, text, language },
    })),
  );
  await trx.client.query(
    `update announcement
        set mail_count = mail_count + $2, mailed_to_id = coalesce($3, mailed_to_id), mailed_at = case when $4 then now() end
      where id = $1`,
    [id, readers.length, readers.at(-1)?.userId, readers.length < countMax],
  );
}

interface Reader {
  readonly userId: string;
  readonly email: string;
  readonly locale: Locale;
  readonly username: string;
  readonly text: string;
  readonly language: Locale;
}

/** Who joined after its beginning is not mailed: what they are told in the app is enough. */
async function findReaders(
  { client }: Transaction,
  { id, after, countMax }: { id: string; after: string | null; countMax: number },
): Promise<readonly Reader[]> {
  const { rows } = await client.query<Reader>(
    `select app_user.id as "userId", email, locale, username, coalesce(texts ->> locale, texts ->> 'en') as text,
            case when texts ? locale then locale else 'en' end as language
       from announcement
       join app_user on created_at <= starts_at and app_user.id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
      where announcement.id = $1 and email_verified_at is not null and deleted_at is null
        and coalesce((notice_choices #>> '{announcements,mail}')::boolean, $3)
      order by app_user.id limit $4`,
    [id, after, noticeDefaults.announcements.mail, countMax],
  );
  return rows;
}
