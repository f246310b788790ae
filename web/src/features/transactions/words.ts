import type { Transaction, TransactionStatus, TransactionType } from '@mercury/contract/api/transactions.ts';
import type { TFunction } from 'i18next';

// Types and statuses travel in capitals; the interface names its texts and colours in small letters.
const statusTones = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
} as const satisfies Record<TransactionStatus, string>;

const typeKeys = {
  BUY: 'buy',
  SELL: 'sell',
  DEPOSIT: 'deposit',
  WITHDRAW: 'withdraw',
  EXCHANGE: 'exchange',
  TRANSFER: 'transfer',
  TOPUP: 'topup',
} as const satisfies Record<TransactionType, string>;

export function statusTone(status: TransactionStatus) {
  return statusTones[status];
}

/** What happened, from where the person stands: of one transfer, one has sent and the other received. */
export function transactionTitle({ type, direction }: Transaction, t: TFunction): string {
  if (type === 'TRANSFER') return direction === 'out' ? t('transaction.sent') : t('transaction.received');
  return t(`transaction.types.${typeKeys[type]}`);
}

/** The amount with its sign. Money that never came has none. */
export function signedAmount({ amount, direction, status }: Transaction): string {
  return direction === 'out' && status !== 'FAILED' ? `-${amount}` : amount;
}

export function signsOf({ status }: Transaction): 'always' | 'never' {
  return status === 'FAILED' ? 'never' : 'always';
}
