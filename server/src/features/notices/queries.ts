import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { one, type Row } from '../../db/rows.ts';

/** A row of notice. */
export type NoticeRow = Row<'notice'>;

/** The latest first. */
export async function findNotices({ kysely }: Database, userId: string): Promise<readonly NoticeRow[]> {
  return kysely
    .selectFrom('notice')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limits.noticesShownMax)
    .execute();
}

/** Of those that are shown: what nobody can look at any more is not counted as unread for ever. */
export async function countUnreadNotices({ pool }: Database, userId: string): Promise<number> {
  return one(
    await pool.query<{ count: number }>(
      `select count(*) filter (where read_at is null)::integer as count
         from (select read_at from notice where user_id = $1 order by id desc limit $2) shown`,
      [userId, limits.noticesShownMax],
    ),
  ).count;
}
