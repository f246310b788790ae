import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { resendWithdrawalCode, verifyWithdrawal } from '@mercury/contract/api/withdrawals.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { askAgain } from '../../api/query-client.ts';
import { useCancellableCommand, useCommand } from '../../api/use-command.ts';
import { type Attempt, createAttempts } from '../../domain/attempts.ts';
import { configQuery } from '../../domain/config-query.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { showTransaction } from '../../domain/transactions.ts';
import { askForMoney, showWallet } from '../../domain/wallets-query.ts';
import type { WithdrawalIntent } from './draft.ts';

export const withdrawalAttempts = createAttempts('withdrawal', (intent: WithdrawalIntent) => intent);

interface ConfirmedWithdrawal {
  attempt: Attempt<WithdrawalIntent>;
  /** As it was shown. */
  fee: string;
}

async function send(queryClient: QueryClient, { attempt, fee }: ConfirmedWithdrawal) {
  const money = await moneyActions(queryClient);
  const order = { ...attempt.order, fee };
  return withdrawalAttempts.send(attempt, (idempotencyKey) => money.withdraw({ order, idempotencyKey }));
}

/** The operator has changed a fee or the smallest amount since they were loaded. */
function saysOtherTerms(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'QuoteChanged' || error.code === 'AmountOutOfRange');
}

export function useWithdraw() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (confirmed: ConfirmedWithdrawal) => send(queryClient, confirmed),
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
  LevelLimitReached: 'amount',
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
