import type { SecurityEvent } from '@mercury/contract/api/security.ts';
import { productName } from '@mercury/contract/product.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { eventsQuery } from './queries.ts';

export function EventsCard({ id }: { id: string }) {
  const { t } = useTranslation('console');
  const query = useInfiniteQuery(eventsQuery(id));
  return (
    <Card title={t('people.events')}>
      <PagedList
        query={query}
        itemsOf={({ events }) => events}
        loadingLabel={t('people.eventsLoading')}
        failedTitle={t('people.eventsFailed')}
        empty={<EmptyState icon={<ShieldCheck size={24} />} title={t('people.noEvents')} />}
      >
        {(events) => (
          <ul className={styles.list}>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

/** In the words that the person reads. */
function EventRow({ event: { kind, actor, device, networkAddress, at } }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  return (
    <li className={styles.row} data-testid="person-event">
      <div className={styles.about}>
        <p className={styles.name}>{t(`security.events.kinds.${kind}`)}</p>
        <p className={styles.meta}>
          {actor !== 'person' && (
            <>
              {t(`security.events.actors.${actor}`, { product: productName })}
              {' · '}
            </>
          )}
          {[device, networkAddress]
            .filter((part) => part !== '')
            .map((part) => (
              <span key={part}>
                <bdi dir="ltr">{part}</bdi>
                {' · '}
              </span>
            ))}
          <DateText at={at} />
        </p>
      </div>
    </li>
  );
}
