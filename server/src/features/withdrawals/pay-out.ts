import { amountOf } from '@mercury/contract/money/amount.ts';
import { inTransaction } from '../../db/database.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockRow } from '../../identity/person/locks.ts';
import { RailUnavailableError, type PayoutOrder, type PayoutResult } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { closeAsFailed, closeAsPaid } from './close.ts';
import { moveOn } from './move-on.ts';
import { lockWithdrawal, type WithdrawalRow } from './queries.ts';

/**
 * Pays a queued withdrawal out, in three steps that a crash may part: it is written that it is being sent; the rail is
 * asked; what came of it is written. Only who wrote the first asks, and asks once: after a crash in between nobody asks
 * again, and the rail's own books tell what happened, or a person does.
 */
export async function payOut(
  services: PayingServices,
  { id, user_id: userId }: WithdrawalRow,
): Promise<void> {
  const order = await startSending(services, { id, userId });
  if (order === undefined) return;
  const result = await askRail(services, order);
  await conclude(services, id, { result, isLast: true });
}

export type PayingServices = Pick<Services, 'db' | 'rail' | 'events' | 'log'>;

// A rail that knows nothing of a payout for so long will not come to know of it.
const lookMs = 10 * 60_000;

/** Finds out what became of a payout that somebody else began, and does not begin another. */
export async function followPayout(
  services: PayingServices,
  { id, rail, sent_at }: WithdrawalRow,
): Promise<void> {
  const isOurs = rail === services.rail.name;
  // An operator pays it by hand, and says what became of it, however long that takes.
  if (isOurs && !services.rail.canPayOut) return;
  const result: PayoutResult = isOurs ? await lookAtRail(services, id) : { state: 'unknown' };
  const isLast = sent_at !== null && Date.now() - sent_at.getTime() >= lookMs;
  await conclude(services, id, { result, isLast });
}

/** Undefined where it is not to be sent: somebody else is at it, it was taken back, its account is frozen, its rail another. */
async function startSending(
  { db, rail, events }: PayingServices,
  { id, userId }: { id: string; userId: string },
): Promise<PayoutOrder | undefined> {
  if (!rail.canPayOut) return undefined;
  const sending = await inTransaction(db, async (trx) => {
    // The person's row first, as everywhere; a freeze takes it too, and so comes wholly before this or after it.
    const person = await lockRow(trx, userId);
    const withdrawal = await lockWithdrawal(trx, id);
    const isToBeSent = withdrawal.state === 'queued' && withdrawal.rail === rail.name;
    if (!isToBeSent || person === undefined || isFrozen(person)) return undefined;
    return moveOn(trx, withdrawal, { state: 'sending' });
  });
  if (sending === undefined) return undefined;
  events.publish([{ userId: sending.user_id, topics: ['transactions'] }]);
  const { asset, amount, fee, address, memo } = sending;
  return { withdrawalId: id, amount: amountOf(asset, amount - fee), address, memo };
}

/** Whatever goes wrong here, the money may have left: that is all that can be said. */
async function askRail({ rail, log }: PayingServices, order: PayoutOrder): Promise<PayoutResult> {
  try {
    return await rail.payOut(order);
  } catch (error) {
    log.error({ err: error, withdrawalId: order.withdrawalId }, 'a payout ended without an answer');
    return { state: 'unknown' };
  }
}

async function lookAtRail({ rail }: PayingServices, withdrawalId: string): Promise<PayoutResult> {
  try {
    return await rail.findPayout(withdrawalId);
  } catch (error) {
    if (error instanceof RailUnavailableError) return { state: 'unknown' };
    throw error;
  }
}

/**
 * Writes what came of a payout. Only while it is being sent: what another has concluded, or given to a person, stays, and
 * what the rail has answered is logged for that person.
 */
async function conclude(
  { db, events, log }: PayingServices,
  id: string,
  { result, isLast }: { result: PayoutResult; isLast: boolean },
): Promise<void> {
  if (result.state === 'unknown' && !isLast) return;
  const found = await inTransaction(db, async (trx) => {
    const withdrawal = await lockWithdrawal(trx, id);
    if (withdrawal.state !== 'sending') return withdrawal;
    switch (result.state) {
      case 'paid':
        await closeAsPaid(trx, withdrawal, result.externalReference);
        break;
      case 'failed':
        await closeAsFailed(trx, withdrawal, result.reason);
        break;
      case 'unknown':
        await moveOn(trx, withdrawal, { state: 'unclear' });
        break;
      default:
        result satisfies never;
    }
    return withdrawal;
  });
  if (found.state !== 'sending') {
    if (isNewsOf(found, result)) {
      log.error(
        { withdrawalId: id, state: found.state, result },
        'a payout was answered too late to be written',
      );
    }
    return;
  }
  if (result.state === 'unknown') {
    log.error({ withdrawalId: id }, 'nobody knows whether a withdrawal was paid out: see npm run operator');
  }
  events.publish([{ userId: found.user_id, topics: ['balance', 'transactions'] }]);
}

/** Whether an answer says something other than what is written already. */
function isNewsOf({ state }: WithdrawalRow, result: PayoutResult): boolean {
  switch (result.state) {
    case 'paid':
      return state !== 'completed';
    case 'failed':
      return state !== 'failed';
    case 'unknown':
      return false;
    default:
      return result satisfies never;
  }
}
