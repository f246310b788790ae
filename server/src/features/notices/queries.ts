import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { one, type Row } from '../../db/rows.ts';

export type NoticeRow = Row<'notice'>;

export async function findNotices({ kysely }: Database, userId: string): Promise<readonly NoticeRow[]> {
  return kysely
    .selectFrom('notice')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limits.noticesShownMax)
    .execute();
}

/** Counts only notices that are still shown: a notice out of reach must not stay unread for ever. */
export async function countUnreadNotices({ pool }: Database, userId: string): Promise<number> {
  return one(
    await pool.query<{ count: number }>(
      `select count(*) filter (where read_at is null)::integer as count
         from (select read_at from notice where user_id = $1 order by id desc limit $2) shown`,
      [userId, limits.noticesShownMax],
    ),
  ).count;
}
