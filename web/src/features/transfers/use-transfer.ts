import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createIntentKeys } from '../../api/intent-key.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { atLeast, useCancellableCommand } from '../../api/use-command.ts';
import { moneyActions } from '../../domain/money-actions.ts';

/** Without the code, which proves who sends and is no part of what is sent: another code is the same intent. */
export type TransferOrder = Omit<BodyOf<typeof transfer>, 'twoFactorCode'>;

interface ConfirmedTransfer {
  order: TransferOrder;
  /** Empty where none is wanted. */
  twoFactorCode: string;
}

const processingMinMs = 1500;

// Outlives the dialog: whoever closes it after a lost answer and sends the same again still sends it once.
const intentKeys = createIntentKeys();

async function send(queryClient: QueryClient, { order, twoFactorCode }: ConfirmedTransfer) {
  const actions = await moneyActions(queryClient);
  const reply = await atLeast(
    processingMinMs,
    actions.transfer({
      order: { ...order, ...(twoFactorCode !== '' && { twoFactorCode }) },
      idempotencyKey: intentKeys.keyFor(order),
    }),
  );
  intentKeys.settle();
  return reply;
}

export function useTransfer() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (confirmed: ConfirmedTransfer) => send(queryClient, confirmed),
    // A lost answer may have moved the money too, so everything is asked again in any case.
    onSettled: () => {
      for (const topic of ['balance', 'transactions', 'contacts'] as const) {
        void askAgain(queryClient, topicKey(topic));
      }
    },
  });
}
