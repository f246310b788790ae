import { RailUnavailableError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { observeTopUp } from './observe-top-up.ts';

/** How many are asked about in one round. What is left over comes first in the next. */
const roundMax = 100;
/** Payers who come too late mostly come soon. Payment providers watch an address for a day as well. */
const watchedAfterExpiryHours = 24;
/** One that is closed waits for a late payment only, which is in no hurry. */
const closedLookMinutes = 10;

/**
 * Asks the rail about top-ups that something may still happen to, in case it could not tell: unfinished ones each minute,
 * closed ones now and then for a day, and any of which a payment is not final yet.
 */
export async function watchTopUps(services: Services): Promise<void> {
  for (const externalId of await takeRound(services)) {
    try {
      await observeTopUp(services, externalId);
    } catch (error) {
      services.log.warn({ err: error, externalId }, 'a top-up could not be looked at');
      // The others would wait for the same silence.
      if (error instanceof RailUnavailableError) return;
    }
  }
}

/** Those that were looked at longest ago, each marked, so that none is passed over for ever. */
async function takeRound({ db, rail }: Services): Promise<string[]> {
  const { rows } = await db.pool.query<{ external_id: string }>(
    `with candidate as (
       select id from topup where closed_at is null
       union
       select id from topup where closed_at is not null and expires_at > now() - make_interval(hours => $2)
       union
       select topup_id from topup_payment where state = 'seen'
     )
     update topup set watched_at = now()
      where id in (
        select topup.id from topup join candidate on candidate.id = topup.id
         where rail = $1 and external_id is not null
           and (closed_at is null or coalesce(watched_at, closed_at) < now() - make_interval(mins => $3))
         order by closed_at is not null, watched_at nulls first, created_at
         limit $4
         for update of topup skip locked)
      returning external_id`,
    [rail.name, watchedAfterExpiryHours, closedLookMinutes, roundMax],
  );
  return rows.map(({ external_id }) => external_id);
}
