import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { getSandboxPayment, paySandboxPayment, type SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { askAgain } from '../../api/query-client.ts';
import { useCommand } from '../../api/use-command.ts';

// The page is public: the payer has no session and no live stream. It polls, and faster while a payment is being confirmed.
const confirmingCheckMs = 1500;
const waitingCheckMs = 5000;

const openStates: ReadonlySet<SandboxPayment['state']> = new Set([
  'awaiting_payment',
  'payment_seen',
  'underpaid',
]);

/**
 * The polling interval. False if nothing more can come: the top-up is closed, and no payment waits for confirmations or for its
 * price. Also false before the first answer. A hidden page does not poll.
 */
export function nextCheckMs(payment: SandboxPayment | undefined): number | false {
  if (payment === undefined) return false;
  if (payment.payments.some(({ state }) => state === 'seen')) return confirmingCheckMs;
  const waitsForPrice = payment.payments.some(
    ({ state, problem, isPriced }) => state === 'confirmed' && problem !== null && !isPriced,
  );
  return waitsForPrice || openStates.has(payment.state) ? waitingCheckMs : false;
}

export function paymentQuery(token: string) {
  return queryOptions({
    queryKey: ['payment', token],
    queryFn: async ({ signal }) => {
      const { payment } = await call(getSandboxPayment, { params: { token }, signal });
      return payment;
    },
    refetchInterval: ({ state }) => nextCheckMs(state.data),
    refetchOnReconnect: 'always',
  });
}

export type PaymentOrder = BodyOf<typeof paySandboxPayment>;

export function usePay(token: string) {
  const queryClient = useQueryClient();
  const { queryKey } = paymentQuery(token);
  return useCommand({
    mutationFn: (order: PaymentOrder) => call(paySandboxPayment, { params: { token }, body: order }),
    onSuccess: async ({ payment }) => {
      // A request sent before the payment must not overwrite the newer state.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, payment);
    },
    onError: () => askAgain(queryClient, queryKey),
  });
}
