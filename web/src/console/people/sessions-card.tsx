import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Card } from '../../ui/card.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText, TimeAgo } from '../../ui/time-text.tsx';
import styles from '../console.module.css';
import { sessionsQuery } from './queries.ts';

export function PersonSessionsCard({ id }: { id: string }) {
  const { t } = useTranslation('console');
  const query = useQuery(sessionsQuery(id));
  return (
    <Card title={t('people.sessions')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('people.sessionsLoading')} heights={['3rem', '3rem']} />}
        failedTitle={t('people.sessionsFailed')}
        errorMessage={errorMessage}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={<EmptyState icon={<MonitorSmartphone size={24} />} title={t('people.noSessions')} />}
      >
        {({ sessions }) => (
          <ul className={styles.list}>
            {sessions.map(({ id: sessionId, device, networkAddress, createdAt, lastUsedAt }) => (
              <li key={sessionId} className={styles.row} data-testid="person-session">
                <div className={styles.about}>
                  <p className={styles.name}>
                    <bdi dir="ltr">{networkAddress}</bdi>
                  </p>
                  <p className={styles.meta}>
                    {device !== '' && (
                      <>
                        <bdi dir="ltr">{device}</bdi>
                        {' · '}
                      </>
                    )}
                    {t('account.begun')} <DateText at={createdAt} /> · {t('account.lastUsed')}{' '}
                    <TimeAgo at={lastUsedAt} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}
