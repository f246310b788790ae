import { inTransaction, type Transaction } from '../../db/database.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { ObservedPayment } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { completeTopUp } from './complete-top-up.ts';
import { offerClaims } from './offer-claims.ts';
import { findPaymentsOf, keepPayment } from './payment-queries.ts';
import { findTopUpByExternalId, lockTopUp, type TopUpRow } from './queries.ts';
import { recordOfTopUp } from './record.ts';
import { standingOf } from './standing.ts';

/**
 * Asks the rail what was paid towards a top-up, and lets it move on by that. Nothing depends on who asks, how often, or
 * in which order: each payment is kept once, and credited once.
 * @throws RailUnavailableError
 */
export async function observeTopUp(services: Services, externalId: string): Promise<void> {
  const topUp = await findTopUpByExternalId(services.db.pool, { rail: services.rail.name, externalId });
  if (topUp === undefined) return;
  const payments = await services.rail.findPayments(externalId);
  await applyPayments(services, topUp, payments);
}

/** Keeps what was seen, and moves the top-up on, in one commit under the lock of its row. */
export async function applyPayments(
  services: Services,
  { id, user_id: userId }: Pick<TopUpRow, 'id' | 'user_id'>,
  payments: readonly ObservedPayment[],
): Promise<void> {
  const hasChanged = await inTransaction(services.db, async (trx) => {
    // The person first, as everybody does who locks both: until the commit they can't leave.
    await trx.client.query('select from app_user where id = $1 for share', [userId]);
    const topUp = await lockTopUp(trx.client, id);
    if (topUp === undefined) throw new Error(`top-up ${id} is gone`);
    for (const payment of payments) await keepPayment(trx, topUp, payment);
    const hasMoved = isOpen(topUp) && (await moveOn(trx, topUp));
    const hasClaims = await offerClaims(trx, services.config.coinPriceUsd, topUp.id);
    return hasMoved || hasClaims;
  });
  if (hasChanged) services.events.publish([{ userId, topics: ['balance', 'transactions'] }]);
}

function isOpen({ state }: TopUpRow): boolean {
  return state !== 'completed' && state !== 'expired';
}

/** Answers whether anything changed that its person would see. */
async function moveOn(trx: Transaction, topUp: TopUpRow): Promise<boolean> {
  const payments = await findPaymentsOf(trx.client, topUp.id);
  const { state, confirmedUsd } = standingOf(topUp, payments);
  if (state === topUp.state) return false;
  if (state === 'completed') {
    await completeTopUp(trx, topUp, confirmedUsd);
    return true;
  }
  await trx.client.query(
    `update topup
        set state = $2,
            seen_at = case when $2 in ('payment_seen', 'underpaid') then coalesce(seen_at, now()) else seen_at end,
            closed_at = case when $2 = 'expired' then now() end
      where id = $1`,
    [topUp.id, state],
  );
  await recordTransactions(trx, [recordOfTopUp(topUp, state)]);
  return true;
}
