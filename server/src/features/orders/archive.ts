import type { Database } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { countTradedVolume } from './traded-volume.ts';

// In one statement. It keeps their rows from nobody: nothing asks for an order that is over but its person.
const archivedAtOnceMax = 5_000;

/** For the hourly sweep. */
export async function sweepOrders(services: { readonly db: Database }): Promise<void> {
  await countTradedVolume(services);
  await archiveOrders(services.db);
}

/**
 * Orders that are over for long and never traded leave the table. Of those that their person named the reply is kept, so that a
 * repeat is no new order.
 */
async function archiveOrders({ pool }: Database): Promise<void> {
  for (let count = archivedAtOnceMax; count === archivedAtOnceMax;) {
    const answer = await pool.query<{ count: number }>('select book_archive($1) as count', [
      archivedAtOnceMax,
    ]);
    ({ count } = one(answer));
  }
}
