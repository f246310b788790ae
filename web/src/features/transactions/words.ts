import type {
  Transaction,
  TransactionState,
  TransactionStatus,
  TransactionType,
} from '@mercury/contract/api/transactions.ts';
import type { TFunction } from 'i18next';

// The API's types and statuses are in capitals; names of texts and colours are in small letters.
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
  CORRECTION: 'correction',
} as const satisfies Record<TransactionType, string>;

export function statusTone(status: TransactionStatus) {
  return statusTones[status];
}

/** As the status, but neutral for what was cancelled: nothing has gone wrong. */
export function toneOf({ status, state }: Pick<Transaction, 'status' | 'state'>) {
  return state === 'cancelled' ? 'neutral' : statusTone(status);
}

/** The status in a word; what was cancelled says so. */
export function statusWord({ status, state }: Pick<Transaction, 'status' | 'state'>, t: TFunction): string {
  return state === 'cancelled'
    ? t('transaction.state.cancelled')
    : t(`transaction.status.${statusTone(status)}`);
}

/** False for money that came back whole: no fee was taken, and nothing arrives. */
export function hasCost({ type, status }: Pick<Transaction, 'type' | 'status'>): boolean {
  return type !== 'WITHDRAW' || status !== 'FAILED';
}

export function typeText(type: TransactionType, t: TFunction): string {
  return t(`transaction.types.${typeKeys[type]}`);
}

/** What happened from the person's side: in one transfer, one side sent and the other received. */
export function transactionTitle({ type, direction, trade }: Transaction, t: TFunction): string {
  if (trade !== null) return tradeTitle(type, trade, t);
  if (type === 'TRANSFER') return direction === 'out' ? t('transaction.sent') : t('transaction.received');
  return typeText(type, t);
}

type Trade = NonNullable<Transaction['trade']>;

function tradeTitle(type: TransactionType, { fromCurrency, toCurrency }: Trade, t: TFunction): string {
  if (type === 'BUY') return t('trade.history.bought', { currency: toCurrency });
  if (type === 'SELL') return t('trade.history.sold', { currency: fromCurrency });
  return t('trade.history.exchanged', { from: fromCurrency, to: toCurrency });
}

/** The label of what the person gave: money is paid, a coin is sold or exchanged. */
export function givenLabel(type: TransactionType, t: TFunction): string {
  if (type === 'SELL' || type === 'EXCHANGE') return t(`trade.history.given.${typeKeys[type]}`);
  return t('trade.history.given.buy');
}

/** The label of its last time: what was cancelled was never completed. */
export function endedLabel({ state }: Pick<Transaction, 'state'>, t: TFunction): string {
  const isOther = state === 'cancelled' || state === 'expired' || state === 'failed';
  return t(`transaction.endedAt.${isOther ? state : 'completed'}`);
}

/** The side of a trade that the row's own amount does not show. */
/** What the time is for at which it stops waiting. */
export function deadlineLabel({ state }: Pick<Transaction, 'state'>, t: TFunction): string {
  if (state === 'awaiting_payment' || state === 'underpaid') return t('transaction.payUntil');
  if (state === 'awaiting_confirmation') return t('transaction.codeUntil');
  return t('transaction.waitsUntil');
}

export function otherSideOfTrade({ type, trade }: Pick<Transaction, 'type' | 'trade'>) {
  if (trade === null) return null;
  return type === 'BUY'
    ? { amount: trade.fromAmount, currency: trade.fromCurrency }
    : { amount: trade.toAmount, currency: trade.toCurrency };
}

/** Its words: what was spent and what was gained are said differently in some languages. */
export function tradedForKey({ type, trade }: Pick<Transaction, 'type' | 'trade'>) {
  if (trade?.isRecurring) return 'trade.history.forRecurring';
  return type === 'BUY' ? 'trade.history.for' : 'trade.history.gained';
}

/** The label of the address. A deposit's sender is unknown: its address is the person's own. */
export function addressLabel({ type, direction }: Transaction, t: TFunction): string {
  if (type === 'DEPOSIT') return t('transaction.toYourAddress');
  return direction === 'out' ? t('transaction.to') : t('transaction.from');
}

/** The amount with its sign. Money that never came has none. */
export function signedAmount({ amount, direction, status }: Transaction): string {
  return direction === 'out' && status !== 'FAILED' ? `-${amount}` : amount;
}

export function signsOf({ status }: Transaction): 'always' | 'never' {
  return status === 'FAILED' ? 'never' : 'always';
}

const wantsAttention: ReadonlySet<TransactionState> = new Set(['underpaid', 'claimable', 'unclear']);

/** Shown in amber beside the status, because somebody must act. */
export function attentionText({ state }: Transaction, t: TFunction): string | undefined {
  return wantsAttention.has(state) ? t(`transaction.state.${state}`) : undefined;
}

/** The status in a word; while pending, what it waits for. */
export function statusText(transaction: Transaction, t: TFunction): string {
  const { state, status } = transaction;
  if (state === 'completed' || wantsAttention.has(state)) {
    return t(`transaction.status.${statusTone(status)}`);
  }
  return t(`transaction.state.${state}`);
}
