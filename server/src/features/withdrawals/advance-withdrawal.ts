import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { lockRow } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { arrangeNext } from './arrange-next.ts';
import { giveBack } from './close.ts';
import { moveOn } from './move-on.ts';
import { followPayout, payOut, type PayingServices } from './pay-out.ts';
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './queries.ts';

/**
 * Does the step that is due: the code expired, the waiting period ended, the payout can start, or the process that paid it out
 * died. Safe to call at any time, any number of times.
 */
export async function advanceWithdrawal(
  services: PayingServices,
  { withdrawalId }: { withdrawalId: string },
): Promise<void> {
  const withdrawal = await findWithdrawal(services.db, withdrawalId);
  if (withdrawal === undefined) return;
  switch (withdrawal.state) {
    case 'awaiting_confirmation':
      return expireIfDue(services, withdrawal);
    case 'waiting_period':
      return endWaitIfDue(services, withdrawal);
    case 'queued':
      return payOut(services, withdrawal);
    case 'sending':
      return followPayout(services, withdrawal);
    // Only an operator moves an unclear withdrawal.
    case 'unclear':
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return;
    default:
      withdrawal.state satisfies never;
  }
}

async function expireIfDue(services: PayingServices, { id, user_id }: WithdrawalRow): Promise<void> {
  const hasExpired = await inTransaction(services.db, async (trx) => {
    // Lock order: the person first, as in a freeze, which goes on to the accounts and the withdrawals.
    await lockPayee(trx, user_id);
    const withdrawal = await lockWithdrawal(trx, id);
    if (withdrawal.state !== 'awaiting_confirmation' || !(await isOver(trx, withdrawal.code_expires_at))) {
      return false;
    }
    await giveBack(trx, withdrawal, { state: 'expired' });
    return true;
  });
  if (hasExpired)
    services.events.publish([
      { userId: user_id, topics: ['balance', 'transactions', 'notices'] },
      { consoleTopics: ['withdrawals'] },
    ]);
}

async function endWaitIfDue(services: PayingServices, { id, user_id }: WithdrawalRow): Promise<void> {
  const isOverNow = await inTransaction(services.db, async (trx) => {
    const user = await lockPayee(trx, user_id);
    const withdrawal = await lockWithdrawal(trx, id);
    if (withdrawal.state !== 'waiting_period' || !(await isOver(trx, withdrawal.waits_until))) return false;
    const queued = await moveOn(trx, withdrawal, { state: 'queued' });
    await arrangeNext(trx, services, { user, withdrawal: queued });
    return true;
  });
  if (isOverNow)
    services.events.publish([
      { userId: user_id, topics: ['transactions'] },
      { consoleTopics: ['withdrawals'] },
    ]);
}

async function lockPayee(trx: Transaction, userId: string): Promise<UserRow> {
  const user = await lockRow(trx, userId);
  if (user === undefined) throw new Error('a withdrawal of nobody');
  return user;
}

/** By the database's clock, which set the time. */
async function isOver(trx: Transaction, time: Date | null): Promise<boolean> {
  const { is_over } = one(
    await trx.client.query<{ is_over: boolean | null }>('select $1::timestamptz <= now() as is_over', [time]),
  );
  return is_over === true;
}
