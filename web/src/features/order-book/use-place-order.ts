import { placeOrder } from '@mercury/contract/api/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCommand } from '../../api/use-command.ts';
import { type Attempt, createAttempts } from '../../domain/attempts.ts';
import type { OrderBody } from './order-draft.ts';

/** Its end counts from when it was reviewed: the same words a minute later are the same order. */
export const orderAttempts = createAttempts('order', ({ expiresAt: _expiresAt, ...same }: OrderBody) => same);

/** Under the id of the first attempt the server finds the first order. */
async function place(attempt: Attempt<OrderBody>) {
  const reply = await orderAttempts.send(attempt, (clientOrderId) =>
    call(placeOrder, { body: { ...attempt.order, clientOrderId } }),
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
