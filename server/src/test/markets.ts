import type pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** A new market is halted until its operator opens it. */
export async function openMarket({ ownerDb }: Pick<TestApp, 'ownerDb'>, symbol = 'MRCY-USD'): Promise<void> {
  const { rowCount } = await ownerDb.pool.query(`update market set state = 'open' where symbol = $1`, [
    symbol,
  ]);
  if (rowCount !== 1) throw new Error(`there is no market ${symbol}`);
}

/** Until something of this database, or so many, wait for a lock in such a statement. */
export async function untilWaiting(
  { ownerDb }: Pick<TestApp, 'ownerDb'>,
  statement: string,
  count = 1,
): Promise<void> {
  const isWaiting = async () => {
    const { rows } = await ownerDb.pool.query(
      `select query from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
      [statement],
    );
    if (rows.length < count) throw new Error(`${rows.length} wait in ${statement}`);
  };
  await vi.waitFor(isWaiting, { timeout: 10_000, interval: 10 });
}

/** What stands in the way of a batch, until it is released. */
export async function withLock<Result>(
  { ownerDb }: Pick<TestApp, 'ownerDb'>,
  lock: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await ownerDb.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
