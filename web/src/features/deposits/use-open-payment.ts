import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../api/ask-again.ts';
import { atLeast } from '../../api/at-least.ts';
import { configQuery } from '../../api/config-query.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { moneyActions } from '../../api/money-actions.ts';
import { safePaymentUrl } from '../../api/payment-url.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCommand } from '../../api/use-command.ts';

const processingMinMs = 1000;

// Outlives the dialog: whoever closes it after a lost answer and tries the same again still opens one payment.
const intentKeys = createIntentKeys();

interface OpenedPayment {
  /** Where the browser goes to pay; null where there is nothing to pay on a page. */
  paymentUrl: string | null;
}

async function open(queryClient: QueryClient, amountUsd: string): Promise<OpenedPayment> {
  const money = await moneyActions(queryClient);
  const order = { amountUsd };
  const reply = await atLeast(
    processingMinMs,
    money.openPayment({ order, idempotencyKey: intentKeys.keyFor(order) }),
  );
  intentKeys.settle();
  if (reply.paymentUrl === null || reply.paymentUrl === '') return { paymentUrl: null };
  const { rail } = await queryClient.ensureQueryData(configQuery);
  const paymentUrl = safePaymentUrl(reply.paymentUrl, {
    ownOrigin: location.origin,
    paymentOrigins: rail.paymentOrigins,
  });
  if (paymentUrl === undefined) throw new Error('the payment page is on a site that is not allowed');
  return { paymentUrl };
}

export function useOpenPayment() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (amountUsd: string) => open(queryClient, amountUsd),
    // A lost answer may have opened it too, so both are asked again in any case.
    onSettled: () => {
      void askAgain(queryClient, topicKey('transactions'));
      void askAgain(queryClient, topicKey('balance'));
    },
  });
}
