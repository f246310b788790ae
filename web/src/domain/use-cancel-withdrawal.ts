import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { cancelWithdrawal } from '@mercury/contract/api/withdrawals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { useCommand } from '../api/use-command.ts';
import { toast } from '../ui/toast.ts';
import { showTransaction } from './transactions.ts';
import { askForMoney, showWallet } from './wallets-query.ts';

/** Cancels a withdrawal that has not been sent. */
export function useCancelWithdrawal({ id }: Transaction) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: () => call(cancelWithdrawal, { body: { transactionId: id } }),
    onSuccess: (reply) => {
      showTransaction(queryClient, reply.transaction);
      showWallet(queryClient, reply.wallet);
      toast.success(t('transaction.cancel.done'));
      // Stays busy until the new data is there. Otherwise the button could appear again before it.
      return askForMoney(queryClient);
    },
    onError: () => void askForMoney(queryClient),
  });
}
