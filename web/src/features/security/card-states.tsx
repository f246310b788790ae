import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import styles from './security.module.css';

interface CardStatesProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  loadingLabel: string;
  failedTitle: string;
  children: (data: Data) => ReactNode;
}

/** What a card shows while its list is fetched, where it can't be, and once it is there. */
export function CardStates<Data>({ query, loadingLabel, failedTitle, children }: CardStatesProps<Data>) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = query;
  // What was fetched before stays, even if it can't be fetched again.
  if (data !== undefined) return children(data);
  if (!error) return <ListSkeleton label={loadingLabel} />;
  return (
    <ErrorState
      title={failedTitle}
      message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {Array.from({ length: 2 }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
          <span className={styles.skeletonText}>
            <Skeleton width="9rem" />
            <Skeleton width="12rem" />
          </span>
        </div>
      ))}
    </div>
  );
}
