import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { transfer } from '@mercury/contract/api/wallets.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { atLeast } from './at-least.ts';

export type TransferOrder = BodyOf<typeof transfer>;

const processingMinMs = 1500;

// Outlives the dialog: whoever closes it after a lost answer and sends the same again still sends it once.
const intentKeys = createIntentKeys();

async function send(order: TransferOrder) {
  const reply = await atLeast(
    processingMinMs,
    call(transfer, { body: order, idempotencyKey: intentKeys.keyFor(order) }),
  );
  intentKeys.settle();
  return reply;
}

export function useTransfer() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: send,
    // A lost answer may have moved the money too, so everything is asked again in any case.
    onSettled: () => {
      for (const topic of ['balance', 'transactions', 'contacts'] as const) {
        void queryClient.invalidateQueries({ queryKey: topicKey(topic) });
      }
    },
  });
}
