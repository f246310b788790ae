import { amountOf } from '@mercury/contract/money/amount.ts';
import { inTransaction } from '../../db/database.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockRow } from '../../identity/person/locks.ts';
import { RailUnavailableError, type PayoutOrder, type PayoutResult } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { closeAsFailed, closeAsPaid } from './close.ts';
import { holdIfLarge, type ApprovalTerms } from './large-payouts.ts';
import { moveOn } from './move-on.ts';
import { lockWithdrawal, type WithdrawalRow } from './queries.ts';

/**
 * Marks the withdrawal as sending, asks the rail, writes the result; a crash may come after each step. Only the process that
 * marked it asks the rail, and only once. After a crash the rail's own records, or an operator, tell the result.
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

export type PayingServices = Pick<Services, 'db' | 'rail' | 'events' | 'log'> & ApprovalTerms;

// A rail that does not know a payout after so long will not learn of it.
const lookMs = 10 * 60_000;

/** Finds the result of a payout that another process began. Never begins one itself. */
export async function followPayout(
  services: PayingServices,
  { id, rail, sent_at }: WithdrawalRow,
): Promise<void> {
  const isOurs = rail === services.rail.name;
  // An operator pays it by hand and reports the result, however long that takes.
  if (isOurs && !services.rail.canPayOut) return;
  const result: PayoutResult = isOurs ? await lookAtRail(services, id) : { state: 'unknown' };
  const isLast = sent_at !== null && Date.now() - sent_at.getTime() >= lookMs;
  await conclude(services, id, { result, isLast });
}

/**
 * Undefined when it must not be sent: another process sends it, it was cancelled, its account is frozen, its rail is another, or
 * it waits for a second person.
 */
async function startSending(
  { db, rail, events, settings }: PayingServices,
  { id, userId }: { id: string; userId: string },
): Promise<PayoutOrder | undefined> {
  if (!rail.canPayOut) return undefined;
  const sending = await inTransaction(db, async (trx) => {
    // Lock order: the person's row first. A freeze takes it too, so it comes wholly before or wholly after this.
    const person = await lockRow(trx, userId);
    const withdrawal = await lockWithdrawal(trx, id);
    const isToBeSent = withdrawal.state === 'queued' && withdrawal.rail === rail.name;
    if (!isToBeSent || person === undefined || isFrozen(person)) return undefined;
    if (await holdIfLarge(trx, { settings }, withdrawal)) return undefined;
    return moveOn(trx, withdrawal, { state: 'sending' });
  });
  if (sending === undefined) return undefined;
  events.publish([{ userId: sending.user_id, topics: ['transactions'] }, { consoleTopics: ['withdrawals'] }]);
  const { asset, amount, fee, address, memo } = sending;
  return { withdrawalId: id, amount: amountOf(asset, amount - fee), address, memo };
}

/** After any error here the money may have left, so the result is unknown. */
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
 * Writes the result of a payout, only while it is `sending`. A result that is already written stays, and so does a case that was
 * given to an operator: the rail's late answer is logged for them.
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
  events.publish([
    { userId: found.user_id, topics: ['balance', 'transactions', 'notices'] },
    { consoleTopics: ['withdrawals'] },
  ]);
}

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
