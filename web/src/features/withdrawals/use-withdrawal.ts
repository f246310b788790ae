import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { resendWithdrawalCode, verifyWithdrawal } from '@mercury/contract/api/withdrawals.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { createIntentKeys, sendOnce } from '../../api/intent-key.ts';
import { askAgain } from '../../api/query-client.ts';
import { useCancellableCommand, useCommand } from '../../api/use-command.ts';
import { configQuery } from '../../domain/config-query.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { showTransaction } from '../../domain/transactions.ts';
import { askForMoney, showWallet } from '../../domain/wallets-query.ts';
import type { WithdrawalIntent, WithdrawalOrder } from './draft.ts';

// Outlives the dialog: the same withdrawal after a lost answer, from a reopened dialog, is made only once.
const intentKeys = createIntentKeys('withdrawal');

async function send(queryClient: QueryClient, order: WithdrawalOrder) {
  const { fee: _shown, ...asked } = order;
  const money = await moneyActions(queryClient);
  return sendOnce(intentKeys, asked, (idempotencyKey) => money.withdraw({ order, idempotencyKey }), asked);
}

/** An earlier attempt got no answer. Making the withdrawal again makes it only once. */
export function mayHaveBeenMade(intent: WithdrawalIntent): boolean {
  return intentKeys.mayHaveArrived(intent);
}

/** So much may have left the balance already, to wherever. */
export function mayHaveLeft(currency: string, amount: string): boolean {
  const lost = intentKeys.unanswered().map(({ about }) => about as WithdrawalIntent | undefined);
  return lost.some((intent) => intent?.currency === currency && intent.amount === amount);
}

/** The operator has changed a fee or the smallest amount since they were loaded. */
function saysOtherTerms(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'QuoteChanged' || error.code === 'AmountOutOfRange');
}

export function useWithdraw() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (order: WithdrawalOrder) => send(queryClient, order),
    onSuccess: (reply) => showWallet(queryClient, reply.wallet),
    onError: (error) => {
      if (saysOtherTerms(error)) void askAgain(queryClient, configQuery.queryKey);
    },
    onSettled: () => void askForMoney(queryClient),
  });
}

export function useVerifyWithdrawal({ id }: Transaction) {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (code: string) => call(verifyWithdrawal, { body: { transactionId: id, code } }),
    onSuccess: (reply) => {
      showTransaction(queryClient, reply.transaction);
      showWallet(queryClient, reply.wallet);
    },
    onError: () => void askForMoney(queryClient),
  });
}

export function useResendCode({ id }: Transaction) {
  return useCommand({
    mutationFn: () => call(resendWithdrawalCode, { body: { transactionId: id } }),
  });
}

type RefusedField = 'amount' | 'address' | 'memo';

/** Refusals that a person can fix by changing the input. */
const fieldOfCode: Partial<Record<ErrorCode, RefusedField>> = {
  AmountNotPositive: 'amount',
  AmountOutOfRange: 'amount',
  InsufficientBalance: 'amount',
  InvalidAddress: 'address',
  AddressIsInternal: 'address',
  AddressNotAllowed: 'address',
};

const fields: readonly RefusedField[] = ['amount', 'address', 'memo'];

export interface Refusal {
  field: RefusedField;
  code: ApiError['code'];
  /** The server's own sentence. */
  message: string;
}

/** What a refused withdrawal says about a field of the form; undefined if it is about something else. */
export function refusalOf(error: Error): Refusal | undefined {
  if (!(error instanceof ApiError) || !error.isRefusal || error.code === 'NetworkError') return undefined;
  const field = fieldOfCode[error.code];
  if (field !== undefined) return { field, code: error.code, message: error.message };
  for (const { field: named, message } of error.errors) {
    const known = fields.find((name) => name === named);
    if (known !== undefined) return { field: known, code: error.code, message };
  }
  return undefined;
}
