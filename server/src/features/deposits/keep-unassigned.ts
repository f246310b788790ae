import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';

/** Keeps money that no account can be credited with, so that the operator sees it and can find its owner. */
export async function keepUnassigned(
  trx: Transaction,
  { rail, log }: Services,
  payment: ObservedDeposit,
): Promise<void> {
  const { externalId, amount, address, memo } = payment;
  const { is_new: isNew } = one(
    await trx.client.query<{ is_new: boolean }>(
      `insert into unassigned_deposit (rail, external_id, asset, amount, address, memo,
                                       confirmations, confirmations_needed, has_failed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (rail, external_id) do update
       set confirmations = greatest(unassigned_deposit.confirmations, excluded.confirmations),
           has_failed = excluded.has_failed,
           observed_at = now()
       returning xmax = 0 as is_new`,
      [
        rail.name,
        externalId,
        amount.asset,
        amount.minorUnits,
        address,
        memo,
        payment.confirmations,
        payment.confirmationsNeeded,
        payment.hasFailed,
      ],
    ),
  );
  if (!isNew) return;
  log.warn(
    { part: 'deposits', externalId, asset: amount.asset, address },
    'a deposit is to nobody’s address',
  );
}
