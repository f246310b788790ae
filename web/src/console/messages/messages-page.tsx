import { listMessages, type ListedMessage } from '@mercury/contract/console/messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { callConsole } from '../api/client.ts';
import styles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { messagePath } from '../paths.ts';
import { messageListKey } from './queries.ts';

/** What visitors wrote, unread first. */
export function MessagesPage() {
  const { t } = useTranslation('console');
  const query = useInfiniteQuery({
    queryKey: messageListKey,
    queryFn: ({ pageParam, signal }) => callConsole(listMessages, { query: { cursor: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page title={t('messages.title')}>
      <Card>
        <PagedList
          query={query}
          itemsOf={({ messages }) => messages}
          loadingLabel={t('messages.loading')}
          failedTitle={t('messages.failedToLoad')}
          empty={
            <EmptyState icon={<Mail size={24} />} title={t('messages.empty')}>
              {t('messages.emptyText')}
            </EmptyState>
          }
        >
          {(messages) => (
            <ul className={styles.list}>
              {messages.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
    </Page>
  );
}

function MessageRow({ message }: { message: ListedMessage }) {
  const { t } = useTranslation('console');
  const { id, name, email, subject, writtenAt, readAt, answeredAt } = message;
  return (
    <li className={styles.row} data-testid="message">
      <div className={styles.about}>
        <p className={styles.name}>
          <Link to={messagePath(id)}>
            <bdi>{subject}</bdi>
          </Link>
          {readAt === null && <Badge tone="pending">{t('messages.unread')}</Badge>}
          {answeredAt !== null && <Badge tone="completed">{t('messages.answered')}</Badge>}
        </p>
        <p className={styles.meta}>
          <bdi>{name}</bdi> · <bdi dir="ltr">{email}</bdi>
        </p>
      </div>
      <span className={styles.meta}>
        <DateText at={writtenAt} />
      </span>
    </li>
  );
}
