import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Services } from '../../services.ts';
import type { CodeStep, ConfirmedStep } from './permit.ts';
import type { Verification, WithdrawalRow } from './queries.ts';
import type { WithdrawalOrder } from './read-order.ts';

export type WithdrawalDraft = Pick<
  WithdrawalRow,
  | 'id'
  | 'user_id'
  | 'transaction_id'
  | 'hold_id'
  | 'rail'
  | 'asset'
  | 'amount'
  | 'fee'
  | 'address'
  | 'memo'
  | 'verification'
> & { readonly step: CodeStep | ConfirmedStep };

export function draftOf(
  { rail }: Services,
  options: {
    user: UserRow;
    order: WithdrawalOrder;
    verification: Verification | null;
    step: CodeStep | ConfirmedStep;
  },
): WithdrawalDraft {
  const { user, order, verification, step } = options;
  return {
    id: uuidv7(),
    user_id: user.id,
    transaction_id: uuidv7(),
    hold_id: uuidv7(),
    rail: rail.name,
    asset: order.amount.asset,
    amount: order.amount.minorUnits,
    fee: order.fee.minorUnits,
    address: order.destination.address,
    memo: order.destination.memo,
    verification,
    step,
  };
}

/** Call this once the hold exists. */
export async function insertWithdrawal(
  trx: Transaction,
  { draft, isConfirmed }: { draft: WithdrawalDraft; isConfirmed: boolean },
): Promise<WithdrawalRow> {
  const { state, waitsUntil } = draft.step;
  return one(
    await trx.client.query<WithdrawalRow>(
      `insert into withdrawal (id, user_id, transaction_id, hold_id, rail, asset, amount, fee, address, memo, state,
                               verification, code_expires_at, waits_until, verified_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, case when $15 then now() end)
       returning *`,
      [
        draft.id,
        draft.user_id,
        draft.transaction_id,
        draft.hold_id,
        draft.rail,
        draft.asset,
        draft.amount,
        draft.fee,
        draft.address,
        draft.memo,
        state,
        draft.verification,
        state === 'awaiting_confirmation' ? waitsUntil : null,
        state === 'waiting_period' ? waitsUntil : null,
        isConfirmed,
      ],
    ),
  );
}
