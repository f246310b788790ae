import type { Database } from '../../db/database.ts';

/** The service's last answer in the database, for the next start and for other processes. */
export interface StoredAnswer {
  readonly saidAt: Date;
  readonly answer: unknown;
}

/** The names of the two lists of coins among the stored answers. */
export const marketKeys = { largest: 'largest', ours: 'ours' } as const;

/** Older prices are never shown: they belong to coins that left the first twelve. */
const keptDays = 30;

export async function findAnswer(db: Database, key: string): Promise<StoredAnswer | undefined> {
  const row = await db.kysely
    .selectFrom('market_answer')
    .select(['said_at', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { saidAt: row.said_at, answer: row.answer };
}

/** The newest answer stays, whichever process writes last. */
export async function saveAnswer(db: Database, key: string, { saidAt, answer }: StoredAnswer): Promise<void> {
  await db.pool.query(
    `insert into market_answer (key, said_at, answer) values ($1, $2, $3)
     on conflict (key) do update set said_at = excluded.said_at, answer = excluded.answer
       where market_answer.said_at < excluded.said_at`,
    [key, saidAt, JSON.stringify(answer)],
  );
  await db.pool.query(
    'delete from market_answer where said_at < $1::timestamptz - make_interval(days => $2)',
    [saidAt, keptDays],
  );
}
