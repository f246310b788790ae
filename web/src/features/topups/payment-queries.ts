import { getSandboxPayment, paySandboxPayment, type SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { TopUpCoinCode } from '@mercury/contract/money/asset.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useCommand } from '../../api/use-command.ts';

const progressCheckMs = 1000;

function isUnfinished(payment: SandboxPayment | undefined): boolean {
  return payment?.state === 'awaiting_payment' || payment?.state === 'payment_seen';
}

/** Asks once a second until there is nothing more to come; a hidden page doesn't ask. */
export function paymentQuery(token: string) {
  return queryOptions({
    queryKey: ['payment', token],
    queryFn: async ({ signal }) => {
      const { payment } = await call(getSandboxPayment, { params: { token }, signal });
      return payment;
    },
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? progressCheckMs : false),
  });
}

export function usePay(token: string) {
  const queryClient = useQueryClient();
  const { queryKey } = paymentQuery(token);
  return useCommand({
    mutationFn: (currency: TopUpCoinCode) =>
      call(paySandboxPayment, { params: { token }, body: { currency } }),
    onSuccess: async ({ payment }) => {
      // An answer that was asked for before the payment must not undo what is shown.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, payment);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}
