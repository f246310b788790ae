import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { arrangeRun, findNextTime } from './next-time.ts';
import { lockRecurringBuy, type RecurringBuyRow } from './queries.ts';

export interface Turn {
  readonly user: UserRow;
  readonly recurringBuy: RecurringBuyRow;
}

/**
 * Locks the person and the recurring buy. Returns both if exactly this time is due and not yet handled, so only one caller can
 * end the turn, whatever else runs or is killed. A frozen account buys nothing and waits for its next time.
 */
export async function takeTurn(
  trx: Transaction,
  { id, user_id: userId, next_at: dueAt }: RecurringBuyRow,
): Promise<Turn | undefined> {
  const user = await lockPerson(trx, userId);
  const recurringBuy = await lockRecurringBuy(trx, { id, userId });
  if (user === undefined || recurringBuy === undefined || !isDue(recurringBuy, dueAt)) return undefined;
  if (!isFrozen(user)) return { user, recurringBuy };
  await moveOn(trx, recurringBuy);
  return undefined;
}

export function isDue({ state, next_at, present }: RecurringBuyRow, dueAt: Date): boolean {
  return state === 'active' && next_at.getTime() === dueAt.getTime() && next_at <= present;
}

/** The outcome of a turn. `isLast` marks the refusal that pauses the buy. */
export type TurnOutcome =
  | { readonly transactionId: string }
  | { readonly refusal: ErrorCode; readonly isLast: boolean };

/** Records the outcome and moves on. Returns the next time, also for a paused buy. */
export async function endTurn(
  trx: Transaction,
  { recurringBuy }: Turn,
  outcome: TurnOutcome,
): Promise<{ nextAt: Date }> {
  const isRefused = 'refusal' in outcome;
  const [transactionId, refusal] = isRefused ? [null, outcome.refusal] : [outcome.transactionId, null];
  await trx.client.query(
    `insert into recurring_buy_run (recurring_buy_id, due_at, ran_at, transaction_id, refusal)
     values ($1, $2, now(), $3, $4)`,
    [recurringBuy.id, recurringBuy.next_at, transactionId, refusal],
  );
  const isPaused = isRefused && outcome.isLast;
  await trx.client.query(
    `update recurring_buy
        set last_run_at = now(), last_transaction_id = $2, last_refusal = $3,
            failures = case when $3::text is null then 0 else failures + 1 end,
            state = case when $4 then 'paused' else state end
      where id = $1`,
    [recurringBuy.id, transactionId, refusal, isPaused],
  );
  return moveOn(trx, recurringBuy, { isPaused });
}

/** Moves to the next time in the future. Times missed during downtime are made up for once, not many times. */
async function moveOn(
  trx: Transaction,
  recurringBuy: RecurringBuyRow,
  { isPaused } = { isPaused: false },
): Promise<{ nextAt: Date }> {
  const nextAt = await findNextTime(trx, recurringBuy, recurringBuy.present);
  await trx.kysely
    .updateTable('recurring_buy')
    .set({ next_at: nextAt, waits_since: null })
    .where('id', '=', recurringBuy.id)
    .execute();
  if (!isPaused) await arrangeRun(trx, { id: recurringBuy.id, next_at: nextAt });
  return { nextAt };
}
