import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Rail } from './rail.ts';

/**
 * Pretended money must never be paid out as real money, nor real money be mixed with it: a database remembers which of the
 * two its books hold, from their first entry on.
 * @throws ConfigError where the rail is of the other kind.
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
