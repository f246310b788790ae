import type { Database } from '../../db/database.ts';
import { marketKeys } from './queries.ts';

/** True from the first answer of a market-data service on: prices are never pretended again then, in no process. */
export async function hasServiceAnswered(db: Database): Promise<boolean> {
  const kept = await db.kysely
    .selectFrom('market_answer')
    .select('key')
    .where('key', 'in', [marketKeys.largest, marketKeys.ours])
    .executeTakeFirst();
  return kept !== undefined;
}
