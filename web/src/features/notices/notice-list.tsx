import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listNotices, Notice } from '@mercury/contract/api/notices.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { OrderListSkeleton } from '../../ui/order-list-skeleton.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import styles from './notice-list.module.css';
import { noticeWords } from './notice-words.ts';

interface NoticeListProps {
  query: UseQueryResult<ReplyOf<typeof listNotices>>;
  unreadIds: readonly string[];
  /** A notice was followed to its page. */
  onLeave: () => void;
}

/** The latest notices, newest first. */
export function NoticeList({ query, unreadIds, onLeave }: NoticeListProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  if (!data && error) {
    return (
      <ErrorState
        title={t('notices.failedToLoad')}
        message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
        onRetry={() => void refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!data) {
    return (
      <div className={styles.waiting}>
        <OrderListSkeleton label={t('notices.loading')} />
      </div>
    );
  }
  if (data.notices.length === 0) {
    return (
      <EmptyState icon={<BellOff size={24} />} title={t('notices.emptyTitle')}>
        {t('notices.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {data.notices.map((notice) => (
        <NoticeRow
          key={notice.id}
          notice={notice}
          isUnread={!notice.isRead || unreadIds.includes(notice.id)}
          onLeave={onLeave}
        />
      ))}
    </ul>
  );
}

interface NoticeRowProps {
  notice: Notice;
  isUnread: boolean;
  onLeave: () => void;
}

/** Each leads to where one can act on it. */
function NoticeRow({ notice, isUnread, onLeave }: NoticeRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { title, text } = noticeWords(notice, t, formatTag);
  return (
    <li>
      <PageLink
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
          {text !== '' && <span className={styles.text}>{text}</span>}
          <span className={styles.text}>
            <TimeAgo at={notice.createdAt} />
          </span>
        </span>
        {isUnread && <span className={styles.dot} aria-hidden="true" />}
      </PageLink>
    </li>
  );
}
