import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { topUp } from '@mercury/contract/api/wallets.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { configQuery } from '../../api/config-query.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { safePaymentUrl } from '../../api/payment-url.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCommand } from '../../api/use-command.ts';

// Outlives the dialog: whoever closes it after a lost answer and tries the same again still opens one top-up.
const intentKeys = createIntentKeys();

interface OpenedTopUp {
  /** Where the browser goes to pay; null where there is nothing to pay on a page. */
  paymentUrl: string | null;
}

export interface TopUpOrder {
  usd: string;
  creditCurrency: NonNullable<BodyOf<typeof topUp>['creditCurrency']>;
}

async function openTopUp(
  { usd, creditCurrency }: TopUpOrder,
  queryClient: QueryClient,
): Promise<OpenedTopUp> {
  const { rail } = await queryClient.ensureQueryData(configQuery);
  const body = { amount: usd, currency: 'USD', paymentMethod: 'CRYPTO', creditCurrency } as const;
  const reply = await call(topUp, { body, idempotencyKey: intentKeys.keyFor(body) });
  intentKeys.settle();
  if (reply.paymentUrl === '') return { paymentUrl: null };
  const paymentUrl = safePaymentUrl(reply.paymentUrl, {
    ownOrigin: location.origin,
    paymentOrigins: rail.paymentOrigins,
  });
  if (paymentUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return { paymentUrl };
}

export function useTopUp() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (order: TopUpOrder) => openTopUp(order, queryClient),
    // A lost answer may have opened it too, so the lists are asked again in any case.
    onSettled: () => {
      void askAgain(queryClient, topicKey('transactions'));
      void askAgain(queryClient, topicKey('balance'));
    },
  });
}
