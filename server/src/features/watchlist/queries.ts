import type { Database } from '../../db/database.ts';

/** In the order in which they were added. */
export async function findWatchedCoins({ kysely }: Database, userId: string): Promise<string[]> {
  const rows = await kysely
    .selectFrom('watched_coin')
    .select('coin')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('coin')
    .execute();
  return rows.map(({ coin }) => coin);
}
