import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  pausePriceAlert,
  type PriceAlert,
  resumePriceAlert,
} from '@mercury/contract/api/price-alerts.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

export const priceAlertsQuery = queryOptions({
  queryKey: topicKey('priceAlerts'),
  queryFn: async ({ signal }) => {
    const { priceAlerts } = await call(listPriceAlerts, { signal });
    return priceAlerts;
  },
  ...liveQueryOptions,
});

export function useCreatePriceAlert() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (body: BodyOf<typeof createPriceAlert>) => call(createPriceAlert, { body }),
    // The server may have created it although the answer was lost.
    onSettled: () => askAgain(queryClient, topicKey('priceAlerts')),
  });
}

/** Pauses a watching alert; resumes a paused or triggered one. */
export function useTogglePriceAlert() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id, state }: PriceAlert) =>
      call(state === 'active' ? pausePriceAlert : resumePriceAlert, { params: { id } }),
    onSuccess: ({ priceAlert }) =>
      toast.success(t(priceAlert.state === 'active' ? 'priceAlerts.resumed' : 'priceAlerts.pausedNow')),
    onError: (error) => toast.error(errorMessage(error, t)),
    // If it was deleted elsewhere, the list must show that.
    onSettled: () => askAgain(queryClient, topicKey('priceAlerts')),
  });
}

/** Already deleted elsewhere counts as success. */
async function deleteUnlessGone(id: string): Promise<void> {
  try {
    await call(deletePriceAlert, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NotFound') throw error;
  }
}

/** A deleted alert is easy to create again, so no confirmation. */
export function useDeletePriceAlert() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: deleteUnlessGone,
    onSuccess: () => {
      toast.success(t('priceAlerts.deleted'));
      return askAgain(queryClient, topicKey('priceAlerts'));
    },
    onError: (error) => toast.error(errorMessage(error, t)),
  });
}
