import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Rail } from './rail.ts';

/**
 * Pretend money must never be paid out as real money, nor mixed with it. So a database remembers, from the first entry of its
 * books, which of the two it holds.
 * @throws ConfigError if the rail is of the other kind.
 */
export async function keepMoneyApart({ kysely, pool }: Database, rail: Rail): Promise<void> {
  const isReal = !rail.isSandbox;
  await pool.query(
    `insert into kind_of_money (is_real) values ($1)
     on conflict (is_only) do update set is_real = excluded.is_real where not exists (select from entry)`,
    [isReal],
  );
  const known = await kysely.selectFrom('kind_of_money').select('is_real').executeTakeFirstOrThrow();
  if (known.is_real === isReal) return;
  throw new ConfigError(
    isReal
      ? 'RAIL must be sandbox for this database: its money is pretended. Start with a new DATA_DIR or DATABASE_URL for real money'
      : 'RAIL must not be sandbox for this database: its money is real',
  );
}
