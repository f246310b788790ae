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

// Outlives the dialog: whoever closes it after a lost answer and asks for the same again still gets one.
const intentKeys = createIntentKeys();

export function useCreateRecurringBuy() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: async (body: BodyOf<typeof createRecurringBuy>) => {
      await call(createRecurringBuy, { body, idempotencyKey: intentKeys.keyFor(body) });
      intentKeys.settle();
    },
    // A lost answer may have made it too.
    onSettled: () => askAgain(queryClient, topicKey('recurringBuys')),
  });
}

/** Pauses one that is active, and resumes one that is paused. */
export function useToggleRecurringBuy() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id, state }: RecurringBuy) =>
      call(state === 'active' ? pauseRecurringBuy : resumeRecurringBuy, { params: { id } }),
    onSuccess: ({ recurringBuy }) =>
      toast.success(t(recurringBuy.state === 'active' ? 'recurringBuys.resumed' : 'recurringBuys.pausedNow')),
    onError: (error) => toast.error(errorMessage(error, t)),
    // One that is gone is to be seen gone.
    onSettled: () => askAgain(queryClient, topicKey('recurringBuys')),
  });
}

/** One that was deleted elsewhere meanwhile is gone, as was wanted. */
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
