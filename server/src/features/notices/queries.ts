import type { News } from '@mercury/contract/api/notices.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';

/** A row of notice. */
export interface NoticeRow {
  readonly id: string;
  readonly news: News;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

/** The latest first. */
export async function findNotices({ pool }: Database, userId: string): Promise<readonly NoticeRow[]> {
  const { rows } = await pool.query<NoticeRow>(
    'select id, news, created_at, read_at from notice where user_id = $1 order by id desc limit $2',
    [userId, limits.noticesShownMax],
  );
  return rows;
}

/** Of those that are shown: what nobody can look at any more is not counted as unread for ever. */
export async function countUnreadNotices({ pool }: Database, userId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) filter (where read_at is null)::integer as count
       from (select read_at from notice where user_id = $1 order by id desc limit $2) shown`,
    [userId, limits.noticesShownMax],
  );
  return rows[0]?.count ?? 0;
}
