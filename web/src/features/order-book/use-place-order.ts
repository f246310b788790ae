import { placeOrder } from '@mercury/contract/api/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { createIntentKeys, sendOnce } from '../../api/intent-key.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCommand } from '../../api/use-command.ts';
import type { OrderBody } from './order-draft.ts';

// Outlives the form: after a lost answer the same order is sent under the same id, and the server finds the first one.
const intentKeys = createIntentKeys('order');

async function place(order: OrderBody) {
  const reply = await sendOnce(intentKeys, order, (clientOrderId) =>
    call(placeOrder, { body: { ...order, clientOrderId } }),
  );
  return reply.order;
}

/** The order may be in the book: only another attempt under the same id tells. */
export function isAnswerLost(error: unknown): boolean {
  return error !== null && !(error instanceof ApiError && error.isRefusal);
}

export function usePlaceOrder() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: place,
    onSettled: () => {
      void askAgain(queryClient, topicKey('balance'));
      void askAgain(queryClient, ['order-book']);
    },
  });
}

export type PlaceOrder = ReturnType<typeof usePlaceOrder>;
