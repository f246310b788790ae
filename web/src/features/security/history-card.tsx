import type { SecurityEvent } from '@mercury/contract/api/security.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { CardStates } from './card-states.tsx';
import { EventRow } from './event-row.tsx';
import { securityEventsQuery } from './queries.ts';
import styles from './security.module.css';

export function HistoryCard() {
  const { t } = useTranslation();
  const query = useInfiniteQuery(securityEventsQuery);
  const { error, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  return (
    <Card title={t('security.events.title')}>
      <p className={styles.text}>{t('security.events.text')}</p>
      <CardStates
        query={query}
        loadingLabel={t('security.events.loading')}
        failedTitle={t('security.events.failedToLoad')}
      >
        {({ pages }) => <EventList events={pages.flatMap(({ events }) => events)} />}
      </CardStates>
      {isFetchNextPageError && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
      {hasNextPage && (
        <div className={styles.footer}>
          <Button variant="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('security.events.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function EventList({ events }: { events: readonly SecurityEvent[] }) {
  const { t } = useTranslation();
  if (events.length === 0) {
    return (
      <EmptyState icon={<History size={24} />} title={t('security.events.emptyTitle')}>
        {t('security.events.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  );
}
