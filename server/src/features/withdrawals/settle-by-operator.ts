import type { ErrorCode } from '@mercury/contract/errors.ts';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { isFrozen } from '../../identity/person/frozen.ts';
import { lockForOperator } from '../../identity/person/locks.ts';
import type { Rail } from '../../rails/rail.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import { closeAsFailed, closeAsPaid } from './close.ts';
import { holdIfLarge, isHeld, lockHeld, releaseHeld, type ApprovalTerms } from './large-payouts.ts';
import { moveOn } from './move-on.ts';
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './queries.ts';
import type { WithdrawalState } from './record.ts';

/** What an operator found out: the chain's id of the payment, or why there is no payment. */
export type Verdict =
  | { readonly outcome: 'started' }
  | { readonly outcome: 'paid'; readonly reference: string }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Settled already, moving on by itself, not started, frozen, too large or unknown; the message says which. */
export class NotForOperatorError extends Error {
  override readonly name = 'NotForOperatorError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type PayingRail = Pick<Rail, 'name' | 'canPayOut'>;

export interface SettlingServices extends ApprovalTerms {
  readonly db: Database;
  readonly rail: PayingRail;
}

/**
 * An operator reports the result of a withdrawal that only a person can settle: an unclear one, or one that the present rail does
 * not pay out. The latter needs `started` before `paid`: until then its person can cancel it, and a freeze does. Closes it as the
 * worker would, records who it was and tells the person, in one commit.
 * @throws NotForOperatorError
 */
export async function settleByOperator(
  services: SettlingServices,
  { id, verdict, actor }: { id: string; verdict: Verdict; actor: Actor },
): Promise<void> {
  const found = await findWithdrawal(services.db, id);
  if (found === undefined) throw new NotForOperatorError('NotFound', 'there is no such withdrawal');
  const isTooLarge = await inTransaction(services.db, async (trx) => {
    const user = await lockForOperator(trx, found.user_id);
    const withdrawal = await lockWithdrawal(trx, id);
    requireSettleable(withdrawal, { rail: services.rail, verdict });
    if (verdict.outcome === 'started') {
      if (isFrozen(user)) {
        throw new NotForOperatorError(
          'AccountFrozen',
          'its account is frozen: nothing leaves it before it is open again',
        );
      }
      // The mark is kept: the commit comes before the refusal.
      if (await holdIfLarge(trx, services, withdrawal)) return true;
    }
    await settle(trx, withdrawal, verdict);
    await publishWithCommit(trx, [{ userId: user.id, topics: ['balance', 'transactions', 'notices'] }]);
    await appendEntry(trx, {
      actor,
      action: `withdrawal.${verdict.outcome}`,
      subject: { kind: 'withdrawal', id },
      before: { state: withdrawal.state },
      after: afterOf(verdict),
      ...(verdict.outcome === 'failed' && { reason: verdict.reason }),
    });
    return false;
  });
  if (isTooLarge) {
    throw new NotForOperatorError(
      'WithdrawalNeedsApproval',
      'it is above what may leave without a second person: it needs an approval in the console, or withdrawal-release',
    );
  }
}

/** The states in which an operator who pays by hand may give each verdict. */
const statesByHand = {
  started: ['queued'],
  paid: ['sending'],
  failed: ['queued', 'sending'],
} as const satisfies Record<Verdict['outcome'], readonly WithdrawalState[]>;

const outcomes = Object.keys(statesByHand) as readonly Verdict['outcome'][];

type Standing = Pick<WithdrawalRow, 'state' | 'rail' | 'held_at' | 'released_at'>;

/** What somebody may report of it now. One that is held is released before it is started. */
export function verdictsFor(withdrawal: Standing, rail: PayingRail): readonly Verdict['outcome'][] {
  return outcomes.filter(
    (outcome) => !(outcome === 'started' && isHeld(withdrawal)) && isSettleable(withdrawal, rail, outcome),
  );
}

function isSettleable(
  { state, rail: railName }: Standing,
  rail: PayingRail,
  outcome: Verdict['outcome'],
): boolean {
  if (outcome !== 'started' && state === 'unclear') return true;
  const byHand: readonly WithdrawalState[] = statesByHand[outcome];
  return isPaidByHand(railName, rail) && byHand.includes(state);
}

function isPaidByHand(railName: string, rail: PayingRail): boolean {
  return !rail.canPayOut || railName !== rail.name;
}

function requireSettleable(
  withdrawal: WithdrawalRow,
  { rail, verdict }: { rail: PayingRail; verdict: Verdict },
): void {
  if (isSettleable(withdrawal, rail, verdict.outcome)) return;
  if (isPaidByHand(withdrawal.rail, rail) && withdrawal.state === 'queued') {
    throw new NotForOperatorError(
      'WithdrawalNotSettleable',
      'the withdrawal is queued, and its person may still cancel it: withdrawal-started comes first',
    );
  }
  throw new NotForOperatorError(
    'WithdrawalNotSettleable',
    `the withdrawal is ${withdrawal.state}, and not for an operator to change`,
  );
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

function afterOf(verdict: Verdict): Readonly<Record<string, string>> {
  switch (verdict.outcome) {
    case 'started':
      return { state: 'sending' };
    case 'paid':
      return { state: 'completed', reference: verdict.reference };
    case 'failed':
      return { state: 'failed' };
    default:
      return verdict satisfies never;
  }
}

/**
 * Whoever has the machine releases a large one alone.
 * @throws DomainError NotFound, WithdrawalNotHeld
 */
export async function releaseByOperator(
  { db, rail }: Pick<SettlingServices, 'db' | 'rail'>,
  { id, operator, reason }: { id: string; operator: string; reason: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { withdrawal } = await lockHeld(trx, id);
    await releaseHeld(trx, rail, { withdrawal, releasedBy: operator });
    await appendEntry(trx, {
      actor: { kind: 'operator', name: operator },
      action: 'withdrawals.release_large',
      subject: { kind: 'withdrawal', id },
      reason,
    });
  });
}
