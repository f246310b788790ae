import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../api/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormSkeleton, QueryState } from '../ui/query-state.tsx';
import styles from './console.module.css';

interface PagedListProps<Page, Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  itemsOf: (page: Page) => readonly Item[];
  /** Read aloud while it loads. */
  loadingLabel: string;
  failedTitle: string;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list by pages: the next one comes on request, below. */
export function PagedList<Page, Item>({
  query,
  itemsOf,
  loadingLabel,
  failedTitle,
  empty,
  children,
}: PagedListProps<Page, Item>) {
  const { t } = useTranslation('console');
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={loadingLabel} heights={['3rem', '3rem', '3rem', '3rem']} />}
      failedTitle={failedTitle}
      errorMessage={errorMessage}
      isEmpty={({ pages }) => pages.every((page) => itemsOf(page).length === 0)}
      empty={empty}
    >
      {({ pages }) => (
        <>
          {children(pages.flatMap(itemsOf))}
          {query.hasNextPage && (
            <Button
              variant="secondary"
              isFullWidth
              className={styles.more}
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {query.isFetchNextPageError ? t('list.moreFailed') : t('list.more')}
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}
