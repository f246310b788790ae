import type { Services } from '../../services.ts';
import { observeDeposit } from './observe-deposit.ts';

/** Payments per round; those not asked about for the longest time come first. */
const askedMax = 200;
/** The chain may take up a dropped payment again; after this long nobody still tries to. */
const failedWatchedDays = 3;

/** Polls the rail for every unsettled deposit, in case a webhook was lost. */
export async function watchDeposits(services: Services): Promise<void> {
  const { rows } = await services.db.pool.query<{ external_id: string }>(
    `select external_id from (
       select external_id, observed_at from deposit
        where rail = $1 and state <> 'completed'
          and (state = 'confirming' or closed_at > now() - make_interval(days => $2))
       union all
       select external_id, observed_at from unassigned_deposit
        where rail = $1 and assigned_to is null and not has_failed and confirmations < confirmations_needed
       union all
       select external_id, observed_at from unassigned_deposit kept
        where rail = $1 and assigned_to is not null
          and not exists (
            select from deposit
            where deposit.rail = kept.rail and deposit.external_id = kept.external_id and user_id = kept.assigned_to
          )
     ) unsettled
     order by observed_at
     limit $3`,
    [services.rail.name, failedWatchedDays, askedMax],
  );
  for (const { external_id: externalId } of rows) await observeOne(services, externalId);
}

/** Marks it whatever the rail answers: else a payment that can't be observed would stay first in every round. */
async function markAsked({ db, rail }: Services, externalId: string): Promise<void> {
  await db.pool.query(
    `with kept as (
       update unassigned_deposit set observed_at = now() where rail = $1 and external_id = $2
     )
     update deposit set observed_at = now() where rail = $1 and external_id = $2`,
    [rail.name, externalId],
  );
}

/** A payment that can't be observed now must not block the others; the next round tries it again. */
async function observeOne(services: Services, externalId: string): Promise<void> {
  try {
    await markAsked(services, externalId);
    await observeDeposit(services, externalId);
  } catch (error) {
    services.log.error({ part: 'deposits', externalId, err: error }, 'a deposit could not be observed');
  }
}
