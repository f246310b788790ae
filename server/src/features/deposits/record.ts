import type { TransactionStatus } from '@mercury/contract/api/transactions.ts';
import { isAssetCode } from '@mercury/contract/money/asset.ts';
import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import type { WalletTransactionRecord } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { usdValueOf } from '../market/price-of.ts';
import type { DepositRow } from './queries.ts';

const statusOf = {
  confirming: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
} as const satisfies Record<DepositRow['state'], TransactionStatus>;

export type RecordedDeposit = Pick<
  DepositRow,
  'id' | 'user_id' | 'transaction_id' | 'asset' | 'amount' | 'address'
>;

/** The row of history for a deposit in that state, at its worth at that time. */
export function recordOfDeposit(
  services: Services,
  deposit: RecordedDeposit,
  state: DepositRow['state'],
): WalletTransactionRecord {
  const amount = amountOfDeposit(deposit);
  const usdValue = usdValueOf(services, amount);
  return {
    id: deposit.transaction_id,
    userId: deposit.user_id,
    type: 'DEPOSIT',
    asset: amount.asset,
    amount: amount.minorUnits,
    direction: 'in',
    status: statusOf[state],
    state,
    counterparty: deposit.address,
    referenceId: deposit.id,
    ...(usdValue === undefined ? {} : { usdValue }),
  };
}

export function amountOfDeposit(deposit: Pick<DepositRow, 'id' | 'asset' | 'amount'>): Amount {
  if (!isAssetCode(deposit.asset)) throw new Error(`deposit ${deposit.id} is of an unknown asset`);
  return amountOf(deposit.asset, deposit.amount);
}
