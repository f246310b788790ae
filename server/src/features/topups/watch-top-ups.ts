import { RailRefusedError, RailUnavailableError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { findFirmPrice } from '../trade/firm-price.ts';
import { closeByWhatIsKnown, observeTopUp } from './observe-top-up.ts';
import { offerClaims } from './offer-claims.ts';
import { findAssetsToPrice, findTopUpsToPrice } from './payment-queries.ts';
import { findTopUp, findTopUpsOfFormerRails } from './queries.ts';

/**
 * How many are asked about in one round: each sort has its own share, so that neither waits for the other to become
 * few. What is left over comes first in the next.
 */
const roundMax = { open: 100, closed: 50 } as const;
type Sort = keyof typeof roundMax;
/** Payers who come too late mostly come soon. Payment providers watch an address for a day as well. */
const watchedAfterExpiryHours = 24;
/** One that is closed waits for a late payment only, which is in no hurry. */
const closedLookMinutes = 10;

/**
 * Asks the rail about top-ups that something may still happen to, in case it could not tell: unfinished ones each minute,
 * closed ones now and then for a day, and any of which a payment is not final yet.
 */
export async function watchTopUps(services: Services): Promise<void> {
  await watchRound(services, 'open');
  await watchRound(services, 'closed');
  await closeThoseOfFormerRails(services);
  await priceWhatWaits(services);
}

async function watchRound(services: Services, sort: Sort): Promise<void> {
  const externalIds = await takeRound(services, sort);
  for (const [index, externalId] of externalIds.entries()) {
    try {
      await observeTopUp(services, externalId);
    } catch (error) {
      services.log.warn({ err: error, externalId }, 'a top-up could not be looked at');
      if (!isSilence(error)) continue;
      // The others would wait for the same silence.
      await giveBack(services, externalIds.slice(index + 1));
      return;
    }
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof RailUnavailableError && !(error instanceof RailRefusedError);
}

/** Those that were looked at longest ago, in that order, each marked, so that none is passed over for ever. */
async function takeRound({ db, rail }: Services, sort: Sort): Promise<string[]> {
  const { rows } = await db.pool.query<{ external_id: string }>(
    `with candidate as (
       select id from topup where $4 = 'open' and closed_at is null
       union
       select id from topup
        where $4 = 'closed' and closed_at is not null and expires_at > now() - make_interval(hours => $2)
       union
       select topup_id from topup_payment where $4 = 'closed' and state = 'seen'
     ), chosen as (
       select topup.id, topup.external_id, topup.watched_at, topup.created_at
         from topup join candidate on candidate.id = topup.id
        where rail = $1 and external_id is not null and (closed_at is null) = ($4 = 'open')
          and (closed_at is null or coalesce(watched_at, closed_at) < now() - make_interval(mins => $3))
        order by watched_at nulls first, created_at
        limit $5
        for update of topup skip locked
     ), marked as (
       update topup set watched_at = now() from chosen where topup.id = chosen.id
     )
     select external_id from chosen order by watched_at nulls first, created_at`,
    [rail.name, watchedAfterExpiryHours, closedLookMinutes, sort, roundMax[sort]],
  );
  return rows.map(({ external_id }) => external_id);
}

/** Nobody asked about them: they come first in the next round. The one that met the silence comes last. */
async function giveBack({ db, rail }: Services, externalIds: readonly string[]): Promise<void> {
  await db.pool.query('update topup set watched_at = null where rail = $1 and external_id = any ($2)', [
    rail.name,
    externalIds,
  ]);
}

/** What is final and not covered by a fixed rate waits for a price that is trusted, be the rail in use or not. */
async function priceWhatWaits(services: Services): Promise<void> {
  const { pool } = services.db;
  for (const asset of await findAssetsToPrice(pool)) {
    if ((await findFirmPrice(services, asset)) === undefined) continue;
    for (const topUpId of await findTopUpsToPrice(pool, { asset, max: roundMax.closed })) {
      try {
        if (await offerClaims(services, topUpId)) await tellPayer(services, topUpId);
      } catch (error) {
        services.log.error({ err: error, topUpId }, 'what a top-up does not cover could not be priced');
      }
    }
  }
}

async function tellPayer({ db, events }: Services, topUpId: string): Promise<void> {
  const topUp = await findTopUp(db.pool, topUpId);
  if (topUp !== undefined) {
    events.publish([{ userId: topUp.user_id, topics: ['balance', 'transactions'] }]);
  }
}

/**
 * A rail that the operator has given up says nothing more of what it saw. After a day that is not waited for any longer:
 * should the rail come back and have it confirmed, it is there to be claimed.
 */
async function closeThoseOfFormerRails(services: Services): Promise<void> {
  const topUps = await findTopUpsOfFormerRails(services.db.pool, {
    rail: services.rail.name,
    expiredHours: watchedAfterExpiryHours,
    max: roundMax.closed,
  });
  for (const topUp of topUps) {
    try {
      await closeByWhatIsKnown(services, topUp);
    } catch (error) {
      services.log.error({ err: error, topUpId: topUp.id }, 'a top-up of a former rail could not be closed');
    }
  }
}
