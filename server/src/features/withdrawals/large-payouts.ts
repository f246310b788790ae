import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { lockForOperator } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { addJob } from '../../jobs/queue.ts';
import type { Rail } from '../../rails/rail.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './queries.ts';

/** Of what may leave without a second person. */
export interface ApprovalTerms {
  readonly settings: { readonly current: Pick<BusinessSettings, 'payoutApproval'> };
}

/** It waits for a second person. */
export function isHeld({ held_at, released_at }: Pick<WithdrawalRow, 'held_at' | 'released_at'>): boolean {
  return held_at !== null && released_at === null;
}

/**
 * Call it where a withdrawal is queued, and again in the commit that would send it: what others were paid meanwhile counts. Marks
 * one that is too large, which then stays marked until somebody releases it. The caller holds the row.
 */
export async function holdIfLarge(
  trx: Transaction,
  { settings }: ApprovalTerms,
  withdrawal: WithdrawalRow,
): Promise<boolean> {
  const { id, asset, amount, held_at, released_at } = withdrawal;
  const { above, dayAbove } = settings.current.payoutApproval;
  if (released_at !== null) return false;
  if (held_at !== null) return true;
  if (!isAbove(amount, above[asset]) && !(await isAboveOfDay(trx, withdrawal, dayAbove[asset]))) return false;
  await trx.client.query('update withdrawal set held_at = now() where id = $1', [id]);
  await publishWithCommit(trx, [{ consoleTopics: ['withdrawals'] }]);
  return true;
}

function isAbove(amount: bigint, limit: bigint | undefined): boolean {
  return limit !== undefined && amount > limit;
}

const dayLimitLock = 6_230_574;

async function isAboveOfDay(
  trx: Transaction,
  { asset, amount }: WithdrawalRow,
  limit: bigint | undefined,
): Promise<boolean> {
  if (limit === undefined) return false;
  // Two payouts that fit alone must not leave together.
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext($2))', [dayLimitLock, asset]);
  return isAbove((await sumSentInDay(trx, asset)) + amount, limit);
}

/**
 * Of everybody, in the smallest unit. What is on its way counts however long ago it was started, and then for a day: it may have
 * left at any time between. What the rail gave back does not, but what a person reports as failed does: their word alone makes no
 * room for more. By withdrawal_under_way.
 */
export async function sumSentInDay(trx: Transaction, asset: AssetCode): Promise<bigint> {
  const { sum } = one(
    await trx.client.query<{ sum: bigint }>(
      `select coalesce(sum(amount), 0)::numeric(38, 0) as sum from withdrawal
       where asset = $1 and sent_at is not null
         and coalesce(closed_at, 'infinity') > now() - interval '1 day'
         and (state <> 'failed' or exists (
           select from audit_entry where subject_id = withdrawal.id::text and action = 'withdrawal.failed'
         ))`,
      [asset],
    ),
  );
  return sum;
}

export interface HeldPayout {
  readonly user: UserRow;
  readonly withdrawal: WithdrawalRow;
}

/** Locks it. @throws DomainError NotFound, WithdrawalNotHeld */
export async function lockHeld(trx: Transaction, id: string): Promise<HeldPayout> {
  const found = await findWithdrawal(trx, id);
  if (found === undefined) throw new DomainError('NotFound');
  const user = await lockForOperator(trx, found.user_id);
  const withdrawal = await lockWithdrawal(trx, id);
  if (withdrawal.state !== 'queued' || !isHeld(withdrawal)) throw new DomainError('WithdrawalNotHeld');
  return { user, withdrawal };
}

/** It goes its way from now on, by the rail or by hand. The caller has it from `lockHeld`. */
export async function releaseHeld(
  trx: Transaction,
  rail: Pick<Rail, 'name' | 'canPayOut'>,
  { withdrawal: { id, rail: railName }, releasedBy }: { withdrawal: WithdrawalRow; releasedBy: string },
): Promise<void> {
  await trx.client.query('update withdrawal set released_at = now(), released_by = $2 where id = $1', [
    id,
    releasedBy,
  ]);
  if (rail.canPayOut && railName === rail.name) await addJob(trx, 'advance-withdrawal', { withdrawalId: id });
}
