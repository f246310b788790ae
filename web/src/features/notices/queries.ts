import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listNotices, readNotices } from '@mercury/contract/api/notices.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { liveQueryOptions } from '../../api/live.ts';

/** The public pages have no live stream, and one may be down: late news are better than none. */
const refreshMs = 60_000;

export const noticesQuery = queryOptions({
  queryKey: topicKey('notices'),
  queryFn: ({ signal }) => call(listNotices, { signal }),
  refetchInterval: refreshMs,
  ...liveQueryOptions,
});

/** They are shown as read at once. Should the server not hear of it, the next answer says so. */
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
