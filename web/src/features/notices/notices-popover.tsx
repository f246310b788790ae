import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listNotices, Notice } from '@mercury/contract/api/notices.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { paths } from '../../paths.ts';
import { OrderListSkeleton } from '../../domain/order-list-skeleton.tsx';
import { Popover } from '../../ui/popover.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { NoticeRow } from './notice-row.tsx';
import { BellButton } from './notices-bell.tsx';
import { useReadNotices } from './queries.ts';
import styles from './notices-popover.module.css';

interface NoticesPopoverProps {
  query: UseQueryResult<ReplyOf<typeof listNotices>>;
}

/** The bell with its notices. A press loaded this module, so it opens on mount. Opening marks the notices as read. */
export function NoticesPopover({ query }: NoticesPopoverProps) {
  const { t } = useTranslation();
  const { data } = query;
  const { mutate: read } = useReadNotices();
  const [isOpen, setIsOpen] = useState(true);
  // Notices that were unread at opening stay marked while the popover is open. Undefined until then.
  const [unreadIds, setUnreadIds] = useState<readonly string[]>();
  if (isOpen && data !== undefined && unreadIds === undefined) setUnreadIds(unreadIdsOf(data.notices));

  const readAll = useEffectEvent(() => {
    const [newest] = data?.notices ?? [];
    if (newest !== undefined && data !== undefined && data.unreadCount > 0) read(newest.createdAt);
  });
  useEffect(() => {
    if (unreadIds !== undefined) readAll();
  }, [unreadIds]);

  function changeOpen(willBeOpen: boolean) {
    setIsOpen(willBeOpen);
    if (willBeOpen) setUnreadIds(undefined);
  }

  return (
    <Popover
      title={t('notices.title')}
      isOpen={isOpen}
      onOpenChange={changeOpen}
      trigger={<BellButton unreadCount={data?.unreadCount ?? 0} />}
    >
      <NoticeList query={query} unreadIds={unreadIds ?? []} onLeave={() => setIsOpen(false)} />
      <Link to={paths.profile} className={styles.choose} onClick={() => setIsOpen(false)}>
        {t('notices.choose')}
      </Link>
    </Popover>
  );
}

function unreadIdsOf(notices: readonly Notice[]): string[] {
  return notices.filter(({ isRead }) => !isRead).map(({ id }) => id);
}

interface NoticeListProps {
  query: UseQueryResult<ReplyOf<typeof listNotices>>;
  unreadIds: readonly string[];
  /** The person followed a notice to its page. */
  onLeave: () => void;
}

function NoticeList({ query, unreadIds, onLeave }: NoticeListProps) {
  const { t } = useTranslation();
  return (
    <QueryState
      query={query}
      skeleton={
        <div className={styles.waiting}>
          <OrderListSkeleton label={t('notices.loading')} />
        </div>
      }
      failedTitle={t('notices.failedToLoad')}
      errorMessage={errorMessage}
      isEmpty={({ notices }) => notices.length === 0}
      empty={
        <EmptyState icon={<BellOff size={24} />} title={t('notices.emptyTitle')}>
          {t('notices.emptyText')}
        </EmptyState>
      }
    >
      {({ notices }) => (
        <div className={styles.list}>
          {daysOf(notices).map((day) => (
            <section key={day[0].createdAt}>
              <h3 className={styles.day}>
                {isToday(day[0].createdAt) ? (
                  t('notices.today')
                ) : (
                  <DateText at={day[0].createdAt} hasTime={false} />
                )}
              </h3>
              <ul>
                {day.map((notice) => (
                  <NoticeRow
                    key={notice.id}
                    notice={notice}
                    isUnread={!notice.isRead || unreadIds.includes(notice.id)}
                    onLeave={onLeave}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </QueryState>
  );
}

type Day = [Notice, ...Notice[]];

/** By the reader's own calendar day, in the order of the list. */
function daysOf(notices: readonly Notice[]): Day[] {
  const days: Day[] = [];
  for (const notice of notices) {
    const day = days.at(-1);
    if (day !== undefined && dayOf(day[0].createdAt) === dayOf(notice.createdAt)) day.push(notice);
    else days.push([notice]);
  }
  return days;
}

function dayOf(at: string): string {
  return new Date(at).toDateString();
}

function isToday(at: string): boolean {
  return dayOf(at) === new Date().toDateString();
}
