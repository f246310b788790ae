import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listNotices, readNotices } from '@mercury/contract/api/notices.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { liveQueryOptions } from '../../api/live.ts';

/** Public pages have no live stream, and a stream may be down: then polling must do. */
const refreshMs = 60_000;

export const noticesQuery = queryOptions({
  queryKey: topicKey('notices'),
  queryFn: ({ signal }) => call(listNotices, { signal }),
  refetchInterval: refreshMs,
  ...liveQueryOptions,
});

/** Optimistic: shown as read at once. If the server misses it, the next answer corrects it. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => call(readNotices, { body: { upTo } }),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: noticesQuery.queryKey });
      queryClient.setQueryData<ReplyOf<typeof listNotices>>(
        noticesQuery.queryKey,
        (shown) =>
          shown && {
            ...shown,
            unreadCount: 0,
            notices: shown.notices.map((notice) => ({ ...notice, isRead: true })),
          },
      );
    },
    onSettled: () => askAgain(queryClient, noticesQuery.queryKey),
  });
}
