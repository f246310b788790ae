import type { TransactionState, TransactionStatus } from '@mercury/contract/api/transactions.ts';
import type { WalletTransactionRecord } from '../../ledger/ledger.ts';
import type { WithdrawalRow } from './queries.ts';

/** History uses the same words. */
const withdrawalStates = [
  'awaiting_confirmation',
  'waiting_period',
  'queued',
  'sending',
  'unclear',
  'completed',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly TransactionState[];
export type WithdrawalState = (typeof withdrawalStates)[number];

const statusOf = {
  awaiting_confirmation: 'PENDING',
  waiting_period: 'PENDING',
  queued: 'PENDING',
  sending: 'PENDING',
  unclear: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'FAILED',
  expired: 'FAILED',
} as const satisfies Record<WithdrawalState, TransactionStatus>;

export type RecordedWithdrawal = Pick<
  WithdrawalRow,
  'id' | 'user_id' | 'transaction_id' | 'asset' | 'amount' | 'fee' | 'address'
>;

/** The row of history for a withdrawal in that state. */
export function recordOfWithdrawal(
  withdrawal: RecordedWithdrawal,
  state: WithdrawalState,
): WalletTransactionRecord {
  return {
    id: withdrawal.transaction_id,
    userId: withdrawal.user_id,
    type: 'WITHDRAW',
    asset: withdrawal.asset,
    amount: withdrawal.amount,
    fee: withdrawal.fee,
    direction: 'out',
    status: statusOf[state],
    state,
    counterparty: withdrawal.address,
    referenceId: withdrawal.id,
  };
}
