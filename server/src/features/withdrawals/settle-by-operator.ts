import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockForOperator } from '../../identity/person/locks.ts';
import { writeDown } from '../../operator/write-down.ts';
import type { Rail } from '../../rails/rail.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import { closeAsFailed, closeAsPaid } from './close.ts';
import { moveOn } from './move-on.ts';
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './queries.ts';
import type { WithdrawalState } from './record.ts';

/** What an operator found out: the chain's id of the payment, or why there is no payment. */
export type Verdict =
  | { readonly outcome: 'started' }
  | { readonly outcome: 'paid'; readonly reference: string }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Settled already, moving on by itself, not started, frozen or unknown; the message says which. */
export class NotForOperatorError extends Error {
  override readonly name = 'NotForOperatorError';
}

/**
 * An operator reports the result of a withdrawal that only a person can settle: an unclear one, or one that the present rail does
 * not pay out. The latter needs `started` before `paid`: until then its person can cancel it, and a freeze does. Closes it as the
 * worker would, records the operator and tells the person, in one commit.
 * @throws NotForOperatorError
 */
export async function settleByOperator(
  { db, rail }: { db: Database; rail: Pick<Rail, 'name' | 'canPayOut'> },
  { id, verdict, operator }: { id: string; verdict: Verdict; operator: string },
): Promise<void> {
  const found = await findWithdrawal(db, id);
  if (found === undefined) throw new NotForOperatorError('there is no such withdrawal');
  await inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, found.user_id);
    const withdrawal = await lockWithdrawal(trx, id);
    requireSettleable(withdrawal, { rail, verdict });
    if (verdict.outcome === 'started' && isFrozen(user)) {
      throw new NotForOperatorError('its account is frozen: nothing leaves it before it is open again');
    }
    await settle(trx, withdrawal, verdict);
    await writeDown(trx, {
      command: `withdrawal-${verdict.outcome}`,
      subjectId: withdrawal.id,
      operator,
      detail: `was ${withdrawal.state}${wordOf(verdict)}`,
    });
    await publishWithCommit(trx, [{ userId: user.id, topics: ['balance', 'transactions', 'notices'] }]);
  });
}

/** The states in which an operator who pays by hand may give each verdict. */
const statesByHand = {
  started: ['queued'],
  paid: ['sending'],
  failed: ['queued', 'sending'],
} as const satisfies Record<Verdict['outcome'], readonly WithdrawalState[]>;

function requireSettleable(
  withdrawal: WithdrawalRow,
  { rail, verdict }: { rail: Pick<Rail, 'name' | 'canPayOut'>; verdict: Verdict },
): void {
  const isPaidByHand = !rail.canPayOut || withdrawal.rail !== rail.name;
  const byHand: readonly WithdrawalState[] = statesByHand[verdict.outcome];
  if (verdict.outcome !== 'started' && withdrawal.state === 'unclear') return;
  if (isPaidByHand && byHand.includes(withdrawal.state)) return;
  if (isPaidByHand && withdrawal.state === 'queued') {
    throw new NotForOperatorError(
      'the withdrawal is queued, and its person may still cancel it: withdrawal-started comes first',
    );
  }
  throw new NotForOperatorError(`the withdrawal is ${withdrawal.state}, and not for an operator to change`);
}

async function settle(trx: Transaction, withdrawal: WithdrawalRow, verdict: Verdict): Promise<void> {
  switch (verdict.outcome) {
    case 'started':
      await moveOn(trx, withdrawal, { state: 'sending' });
      return;
    case 'paid':
      return closeAsPaid(trx, withdrawal, verdict.reference);
    case 'failed':
      return closeAsFailed(trx, withdrawal, verdict.reason);
    default:
      verdict satisfies never;
  }
}

function wordOf(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'started':
      return '';
    case 'paid':
      return `; paid as ${verdict.reference}`;
    case 'failed':
      return `; failed because: ${verdict.reason}`;
    default:
      return verdict satisfies never;
  }
}
