import { inTransaction, type Transaction } from '../../db/database.ts';
import { lockRow } from '../../identity/person/locks.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import { RailRefusedError, type ObservedPayment } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { completeTopUp } from './complete-top-up.ts';
import { offerClaims } from './offer-claims.ts';
import { findPaymentsOf, giveUpWaiting, keepPayment, markUncounted } from './payment-queries.ts';
import { findTopUp, findTopUpByExternalId, lockTopUp, type TopUpRow } from './queries.ts';
import { recordOfTopUp } from './record.ts';
import { standingOf } from './standing.ts';

/**
 * Calls may come in any order and number: each payment is kept and credited once. If the rail refuses to answer, the top-up moves
 * on by what is known.
 * @throws RailUnavailableError
 */
export async function observeTopUp(services: Services, externalId: string): Promise<void> {
  const topUp = await findTopUpByExternalId(services.db.pool, { rail: services.rail.name, externalId });
  if (topUp === undefined) return;
  try {
    await applyLook(services, topUp, { payments: await services.rail.findPayments(externalId) });
  } catch (error) {
    if (error instanceof RailRefusedError) await applyLook(services, topUp);
    throw error;
  }
}

/** Does not wait for seen payments. They are kept, and can be claimed once confirmed. */
export function closeByWhatIsKnown(services: Services, topUp: TopUpRow): Promise<void> {
  return applyLook(services, topUp, { waitsForSeen: false });
}

/**
 * Asks the rail first, because a lost webhook must not hide a payment made in time. A top-up of another rail, or of none, closes
 * by what is known.
 * @throws RailUnavailableError when the rail may answer later.
 */
export async function expireTopUp(services: Services, { topUpId }: { topUpId: string }): Promise<void> {
  const topUp = await findTopUp(services.db.pool, topUpId);
  if (topUp === undefined) return;
  if (topUp.rail !== services.rail.name || topUp.external_id === null) {
    await applyLook(services, topUp);
    return;
  }
  try {
    await observeTopUp(services, topUp.external_id);
  } catch (error) {
    if (!(error instanceof RailRefusedError)) throw error;
    services.log.error({ err: error, topUpId }, 'a top-up ended without word from the rail');
  }
}

interface Look {
  /** Absent if the rail was not asked. */
  readonly payments?: readonly ObservedPayment[];
  readonly waitsForSeen?: boolean;
}

/**
 * In one commit under the row's lock. `is_past_due` must be older than the rail's answer: an answer from before the deadline
 * misses payments made until then.
 */
async function applyLook(
  services: Services,
  { id, user_id: userId, is_past_due }: Pick<TopUpRow, 'id' | 'user_id' | 'is_past_due'>,
  { payments = [], waitsForSeen = true }: Look = {},
): Promise<void> {
  const hasMoved = await inTransaction(services.db, async (trx) => {
    // Locks the person first: they can't leave before the commit.
    await lockRow(trx, userId, 'share');
    const locked = await lockTopUp(trx.client, id);
    if (locked === undefined) throw new Error(`top-up ${id} is gone`);
    const topUp = { ...locked, is_past_due };
    for (const payment of payments) await keepPayment(trx, topUp, payment);
    await giveUpWaiting(trx, topUp);
    const isMoved = isOpen(topUp) && (await moveOn(trx, topUp, waitsForSeen));
    await markUncounted(trx, topUp.id);
    return isMoved;
  });
  const hasClaims = await offerClaims(services, id);
  if (hasMoved || hasClaims)
    services.events.publish([{ userId, topics: ['balance', 'transactions', 'notices'] }]);
}

function isOpen({ state }: TopUpRow): boolean {
  return state !== 'completed' && state !== 'expired';
}

/** Returns whether the person sees a change. */
async function moveOn(trx: Transaction, topUp: TopUpRow, waitsForSeen: boolean): Promise<boolean> {
  const payments = await findPaymentsOf(trx.kysely, topUp.id);
  const { state, confirmed } = standingOf(
    topUp,
    payments.filter((payment) => waitsForSeen || payment.state !== 'seen'),
  );
  if (state === topUp.state) return false;
  if (state === 'completed') {
    await completeTopUp(trx, topUp, confirmed);
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
