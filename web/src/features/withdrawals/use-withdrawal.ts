import type { Transaction } from '@mercury/contract/api/transactions.ts';
import {
  cancelWithdrawal,
  resendWithdrawalCode,
  verifyWithdrawal,
} from '@mercury/contract/api/withdrawals.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { askAgain } from '../../api/ask-again.ts';
import { atLeast } from '../../api/at-least.ts';
import { call } from '../../api/client.ts';
import { configQuery } from '../../api/config-query.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { moneyActions } from '../../api/money-actions.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCancellableCommand } from '../../api/use-cancellable-command.ts';
import { useCommand } from '../../api/use-command.ts';
import { showTransaction } from '../../api/use-followed-transaction.ts';
import { showWallet } from '../../api/wallets-query.ts';
import { toast } from '../../ui/toast.ts';
import type { WithdrawalOrder } from './entry.ts';

const processingMinMs = 1500;

// Outlives the dialog: whoever closes it after a lost answer and withdraws the same again still withdraws it once.
const intentKeys = createIntentKeys();

async function send(queryClient: QueryClient, order: WithdrawalOrder) {
  // What was shown of its fee is no part of what is asked for: at another fee it is the same withdrawal.
  const { fee: _shown, ...asked } = order;
  const money = await moneyActions(queryClient);
  const reply = await atLeast(
    processingMinMs,
    money.withdraw({ order, idempotencyKey: intentKeys.keyFor(asked) }),
  );
  intentKeys.settle();
  return reply;
}

/** The operator has set a fee or a least amount since they were loaded. */
function saysOtherTerms(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'QuoteChanged' || error.code === 'AmountOutOfRange');
}

/** A lost answer may have moved the money too, so everything is asked again in any case. */
function askForMoney(queryClient: QueryClient): void {
  void askAgain(queryClient, topicKey('transactions'));
  void askAgain(queryClient, topicKey('balance'));
}

export function useWithdraw() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (order: WithdrawalOrder) => send(queryClient, order),
    onSuccess: (reply) => showWallet(queryClient, reply.wallet),
    onError: (error) => {
      if (saysOtherTerms(error)) void askAgain(queryClient, configQuery.queryKey);
    },
    onSettled: () => askForMoney(queryClient),
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
    onError: () => askForMoney(queryClient),
  });
}

export function useResendCode({ id }: Transaction) {
  return useCommand({
    mutationFn: () => call(resendWithdrawalCode, { body: { transactionId: id } }),
  });
}

export function useCancelWithdrawal({ id }: Transaction) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: () => call(cancelWithdrawal, { body: { transactionId: id } }),
    onSuccess: (reply) => {
      showTransaction(queryClient, reply.transaction);
      showWallet(queryClient, reply.wallet);
      toast.success(t('withdraw.cancelled'));
    },
    onError: () => askForMoney(queryClient),
  });
}
