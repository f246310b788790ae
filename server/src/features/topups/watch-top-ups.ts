import { RailRefusedError, RailUnavailableError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { findFirmPrice } from '../trade/firm-price.ts';
import { closeByWhatIsKnown, observeTopUp } from './observe-top-up.ts';
import { offerClaims } from './offer-claims.ts';
import { findAssetsToPrice, findTopUpsToPrice } from './payment-queries.ts';
import { findTopUp, findTopUpsOfFormerRails } from './queries.ts';

/** Top-ups per round. Each sort has its own share, so that neither starves the other. The rest comes first in the next round. */
const roundMax = { open: 100, closed: 50 } as const;
type Sort = keyof typeof roundMax;
/** Late payers mostly pay soon after the expiry. Payment providers watch an address for a day as well. */
const watchedAfterExpiryHours = 24;
/** Only a late payment can still come, which is not urgent. */
const closedLookMinutes = 10;

/**
 * In case a webhook was lost: open top-ups each minute, closed ones now and then for a day, and any with a payment that is not
 * final.
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
      // The rail would be silent for the others too.
      await giveBack(services, externalIds.slice(index + 1));
      return;
    }
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof RailUnavailableError && !(error instanceof RailRefusedError);
}

/** Those observed longest ago, each marked, so that none is skipped for ever. */
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

/** Not asked about, so they come first in the next round. The one without an answer comes last. */
async function giveBack({ db, rail }: Services, externalIds: readonly string[]): Promise<void> {
  await db.pool.query('update topup set watched_at = null where rail = $1 and external_id = any ($2)', [
    rail.name,
    externalIds,
  ]);
}

/** Even if their rail is not in use. */
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
 * A rail that is given up reports nothing more: after a day its top-ups stop waiting. If it comes back and confirms a payment,
 * the person can claim it.
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
