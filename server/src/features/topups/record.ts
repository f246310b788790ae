import type { TransactionState, TransactionStatus } from '@mercury/contract/api/transactions.ts';
import { isAssetCode } from '@mercury/contract/money/asset.ts';
import type { WalletTransactionRecord } from '../../ledger/ledger.ts';
import type { TopUpRow } from './queries.ts';

const statusOf = {
  awaiting_payment: 'PENDING',
  payment_seen: 'PENDING',
  completed: 'COMPLETED',
  expired: 'FAILED',
} as const satisfies Record<TransactionState, TransactionStatus>;

/** The person's row of history as it stands once the top-up is in that state. */
export function recordOfTopUp(
  topUp: Pick<TopUpRow, 'id' | 'user_id' | 'transaction_id' | 'credit_asset' | 'credit_amount'>,
  state: TransactionState,
): WalletTransactionRecord {
  if (!isAssetCode(topUp.credit_asset)) throw new Error(`top-up ${topUp.id} credits an unknown asset`);
  return {
    id: topUp.transaction_id,
    userId: topUp.user_id,
    type: 'TOPUP',
    asset: topUp.credit_asset,
    amount: topUp.credit_amount,
    direction: 'in',
    status: statusOf[state],
    state,
    referenceId: topUp.id,
  };
}
