import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  getNoticeChoices,
  listNotices,
  type NoticeChoices,
  readNotices,
  setNoticeChoice,
} from '@mercury/contract/api/notices.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Cancelled } from '../../api/cancelled.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { callWithProof } from '../../api/proof.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { toast } from '../../ui/toast.ts';

/** Public pages have no live stream, and a stream may be down: then polling must do. Announcements come by it alone. */
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
    onMutate: async (upTo) => {
      await queryClient.cancelQueries({ queryKey: noticesQuery.queryKey, exact: true });
      queryClient.setQueryData<ReplyOf<typeof listNotices>>(noticesQuery.queryKey, (shown) => {
        if (shown === undefined) return undefined;
        const notices = shown.notices.map((notice) => ({
          ...notice,
          isRead: notice.isRead || notice.createdAt <= upTo,
        }));
        return { ...shown, unreadCount: notices.filter(({ isRead }) => !isRead).length, notices };
      });
    },
    onSettled: () => askAgain(queryClient, noticesQuery.queryKey),
  });
}

/** Below the notices: an event about them means that another browser may have chosen. */
export const noticeChoicesQuery = queryOptions({
  queryKey: [...topicKey('notices'), 'choices'],
  queryFn: async ({ signal }) => (await call(getNoticeChoices, { signal })).choices,
  ...liveQueryOptions,
});

/** The switch turns at once, and turns back if the server refuses or the person gives no proof. */
export function useSetNoticeChoice() {
  const queryClient = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setNoticeChoice>) => callWithProof(setNoticeChoice, { body }),
    onMutate: async ({ subject, channel, isOn }) => {
      const { queryKey } = noticeChoicesQuery;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<NoticeChoices>(
        queryKey,
        (shown) => shown && { ...shown, [subject]: { ...shown[subject], [channel]: isOn } },
      );
    },
    onError: (error) => (error instanceof Cancelled ? undefined : toast.error(errorMessage(error, t))),
    // The list follows the choice as well.
    onSettled: () => askAgain(queryClient, noticesQuery.queryKey),
  });
}
