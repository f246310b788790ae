import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listNotices, Notice } from '@mercury/contract/api/notices.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { OrderListSkeleton } from '../../domain/order-list-skeleton.tsx';
import { Popover } from '../../ui/popover.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { noticeWords } from './notice-words.ts';
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
    if (newest !== undefined && data !== undefined && data.unreadCount > 0) read(newest.id);
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
        <ul className={styles.list}>
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              isUnread={!notice.isRead || unreadIds.includes(notice.id)}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
    </QueryState>
  );
}

interface NoticeRowProps {
  notice: Notice;
  isUnread: boolean;
  onLeave: () => void;
}

/** Each leads to the page where the person can act. */
function NoticeRow({ notice, isUnread, onLeave }: NoticeRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { title, text } = noticeWords(notice, t, formatTag);
  return (
    <li>
      <Link
        to={`${paths.trade}?type=BUY&to=${notice.currency}`}
        className={styles.row}
        data-testid="notice"
        data-unread={isUnread || undefined}
        onClick={onLeave}
      >
        <CoinMark asset={notice.currency} size={28} />
        <span className={styles.about}>
          <span className={styles.title}>
            {title}
            {isUnread && <span className="visually-hidden"> {t('notices.isNew')}</span>}
          </span>
          <span className={styles.text}>{text}</span>
          <span className={styles.text}>
            <TimeAgo at={notice.createdAt} />
          </span>
        </span>
        {isUnread && <span className={styles.dot} aria-hidden="true" />}
      </Link>
    </li>
  );
}
