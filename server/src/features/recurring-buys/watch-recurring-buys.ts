import type { Services } from '../../services.ts';
import { runRecurringBuy } from './run-recurring-buy.ts';

/** Younger ones have their job on its way. */
const lateMsMin = 30 * 1000;
const roundMax = 100;

/** Every minute: runs what is due and was not run, because its job was lost or because there was no price to buy at. */
export async function watchRecurringBuys(services: Services): Promise<void> {
  let lastId: string | null = null;
  do {
    const late: readonly LateRow[] = await findLate(services, lastId);
    for (const { id, next_at } of late) {
      try {
        await runRecurringBuy(services, { recurringBuyId: id, dueAt: next_at.toISOString() });
      } catch (error) {
        // The others are due as well, and the next minute comes.
        services.log.error({ err: error, recurringBuyId: id }, 'a recurring buy could not be run');
      }
    }
    lastId = late.length < roundMax ? null : (late.at(-1)?.id ?? null);
  } while (lastId !== null);
}

interface LateRow {
  readonly id: string;
  readonly next_at: Date;
}

/** In the order of their ids, so that those which go on waiting keep nobody else from their turn. */
async function findLate({ db }: Services, afterId: string | null): Promise<readonly LateRow[]> {
  const { rows } = await db.pool.query<LateRow>(
    `select id, next_at from recurring_buy
      where state = 'active' and next_at < now() - make_interval(secs => $1) and ($2::uuid is null or id > $2)
      order by id limit $3`,
    [lateMsMin / 1000, afterId, roundMax],
  );
  return rows;
}
