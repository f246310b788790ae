import type { KeptNews, News, NoticeChoices } from '@mercury/contract/api/notices.ts';
import type { SecurityEvent, SecurityEventKind } from '@mercury/contract/api/security.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { Database } from '../../db/database.ts';
import { one, type Row } from '../../db/rows.ts';
import { untoldKinds } from '../../identity/events/security-events.ts';
import { choicesOf } from './choices.ts';

/** Notices are shown for so long, read or not. */
export const daysKept = 180;

/** What happened, and when. */
export interface DatedNews {
  readonly id: string;
  readonly at: Date;
  readonly news: News;
}

export interface NoticeReader {
  readonly choices: NoticeChoices;
  /** Null for somebody who never looked. */
  readonly readUntil: Date | null;
}

export async function findReader({ pool }: Database, userId: string): Promise<NoticeReader> {
  const { notice_choices: chosen, read_until: readUntil } = one(
    await pool.query<Pick<Row<'app_user'>, 'notice_choices'> & { read_until: Date | null }>(
      `select notice_choices, read_until from app_user left join notice_mark on user_id = id where id = $1`,
      [userId],
    ),
  );
  return { choices: choicesOf(chosen), readUntil };
}

export async function findKeptNews({ pool }: Database, userId: string): Promise<DatedNews[]> {
  const { rows } = await pool.query<DatedNews & { news: KeptNews }>(
    'select id, created_at as at, news from notice where user_id = $1 order by id desc limit $2',
    [userId, limits.noticesShownMax],
  );
  return rows;
}

interface SecurityRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly actor: SecurityEvent['actor'];
}

/** The events that are mailed as well. */
export async function findSecurityNews({ pool }: Database, userId: string): Promise<DatedNews[]> {
  const { rows } = await pool.query<SecurityRow>(
    `select id, created_at as at, kind, actor from security_event
      where user_id = $1 and created_at > now() - make_interval(days => $2) and kind <> all ($3)
      order by created_at desc, id desc limit $4`,
    [userId, daysKept, untoldKinds, limits.noticesShownMax],
  );
  return rows.map(({ id, at, kind, actor }) => ({ id, at, news: { kind: 'security', event: kind, actor } }));
}

export async function findAnnouncements({ pool }: Database, locale: Locale): Promise<DatedNews[]> {
  const { rows } = await pool.query<{ id: string; at: Date; text: string }>(
    `select id, starts_at as at, coalesce(texts ->> $1, texts ->> 'en') as text from announcement
      where starts_at <= now() and starts_at > now() - make_interval(days => $2)
        and (ends_at is null or ends_at > now())
      order by starts_at desc, id desc limit $3`,
    [locale, daysKept, limits.noticesShownMax],
  );
  return rows.map(({ id, at, text }) => ({ id, at, news: { kind: 'announcement', text } }));
}
