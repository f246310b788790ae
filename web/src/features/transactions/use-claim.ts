import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { claimTopUp } from '@mercury/contract/api/wallets.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { askForMoney } from '../../domain/wallets-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { toast } from '../../ui/toast.ts';

// Outlives the button: a retry after a lost answer is the same claim.
const intentKeys = createIntentKeys('claim');

async function claim(transactionId: string) {
  const body = { transactionId };
  const reply = await call(claimTopUp, { body, idempotencyKey: intentKeys.keyFor(body) });
  intentKeys.settle(body);
  return reply;
}

/** Credits a payment that was late, in another coin or a second one, at the present price. */
export function useClaim({ id }: Transaction) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: () => claim(id),
    onSuccess: ({ transaction: { amount, currency } }) => {
      toast.success(t('transaction.claim.done', { amount: moneyText(amount, currency, formatTag) }));
    },
    onError: (error) => toast.error(errorMessage(error, t, { fallback: t('transaction.claim.failed') })),
    onSettled: () => askForMoney(queryClient),
  });
}
