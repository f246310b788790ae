import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import {
  createRecurringBuy,
  deleteRecurringBuy,
  listRecurringBuys,
  pauseRecurringBuy,
  type RecurringBuy,
  resumeRecurringBuy,
} from '@mercury/contract/api/recurring-buys.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

export const recurringBuysQuery = queryOptions({
  queryKey: topicKey('recurringBuys'),
  queryFn: async ({ signal }) => {
    const { recurringBuys } = await call(listRecurringBuys, { signal });
    return recurringBuys;
  },
  ...liveQueryOptions,
});

// Outlives the dialog: the same request after a lost answer, from a reopened dialog, still creates one.
const intentKeys = createIntentKeys('recurringBuy');

export function useCreateRecurringBuy() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: async (body: BodyOf<typeof createRecurringBuy>) => {
      await call(createRecurringBuy, { body, idempotencyKey: intentKeys.keyFor(body) });
      intentKeys.settle(body);
    },
    // The server may have created it although the answer was lost.
    onSettled: () => askAgain(queryClient, topicKey('recurringBuys')),
  });
}

/** Pauses an active one; resumes a paused one. */
export function useToggleRecurringBuy() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id, state }: RecurringBuy) =>
      call(state === 'active' ? pauseRecurringBuy : resumeRecurringBuy, { params: { id } }),
    onSuccess: ({ recurringBuy }) =>
      toast.success(t(recurringBuy.state === 'active' ? 'recurringBuys.resumed' : 'recurringBuys.pausedNow')),
    onError: (error) => toast.error(errorMessage(error, t)),
    // If it was deleted elsewhere, the list must show that.
    onSettled: () => askAgain(queryClient, topicKey('recurringBuys')),
  });
}

/** Already deleted elsewhere counts as success. */
async function deleteUnlessGone(id: string): Promise<void> {
  try {
    await call(deleteRecurringBuy, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NotFound') throw error;
  }
}

export function useDeleteRecurringBuy() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: deleteUnlessGone,
    onSuccess: () => askAgain(queryClient, topicKey('recurringBuys')),
  });
}
