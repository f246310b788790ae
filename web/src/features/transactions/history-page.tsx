import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileText, ReceiptText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { toast } from '../../ui/toast.ts';
import { downloadTransactions } from './download-transactions.ts';
import {
  askedOf,
  type HistoryFilter,
  type HistoryPlace,
  historyPageSize,
  isFiltered,
  lastPageOf,
  readHistoryPlace,
  writeHistoryPlace,
} from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import styles from './history-page.module.css';
import { LinkedTransaction } from './linked-transaction.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Pages } from './pages.tsx';
import { transactionsQuery } from './queries.ts';
import { TransactionRows } from './transaction-rows.tsx';
import { TransactionSkeleton } from './transaction-skeleton.tsx';

interface HistoryPageProps {
  nameOf: (address: string | null) => string | undefined;
  /** A withdrawal waits for its code. */
  onEnterCode: (transaction: Transaction) => void;
}

/** The whole history. What is looked for stands in the address, so that it can be kept and gone back to. */
export function HistoryPage({ nameOf, onEnterCode }: HistoryPageProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { filter, page } = readHistoryPlace(search);
  const query = useQuery({ ...transactionsQuery(askedOf({ filter, page })), ...liveQueryOptions });
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const [linkedId] = useState(() => search.get('transaction'));
  const show = (next: HistoryFilter) => setSearch(writeHistoryPlace({ filter: next, page: 1 }));
  return (
    <Page title={t('history.title')}>
      <HistoryActions filter={filter} />
      <Card>
        <HistoryFilters filter={filter} onChange={show} />
        {!data && !error && <TransactionSkeleton rowCount={6} />}
        {!data && error && (
          <LoadFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        {data && data.total > 0 && data.transactions.length === 0 && (
          <>
            <TransactionSkeleton rowCount={6} />
            {page > lastPageOf(data.total) && (
              <Navigate replace to={{ search: searchOf({ filter, page: lastPageOf(data.total) }) }} />
            )}
          </>
        )}
        {data?.total === 0 && <NothingFound filter={filter} onClear={() => show({})} />}
        {data && data.transactions.length > 0 && (
          <TransactionRows
            transactions={data.transactions}
            nameOf={nameOf}
            onEnterCode={onEnterCode}
            isStale={isPlaceholderData}
          />
        )}
        {data && data.total > 0 && page <= lastPageOf(data.total) && (
          <Pages
            page={page}
            pageSize={historyPageSize}
            total={data.total}
            onPage={(next) => {
              setSearch(writeHistoryPlace({ filter, page: next }));
              scrollTo({ top: 0 });
            }}
          />
        )}
      </Card>
      {linkedId !== null && (
        <LinkedTransaction
          id={linkedId}
          nameOf={nameOf}
          onEnterCode={onEnterCode}
          onClose={() => setSearch(writeHistoryPlace({ filter, page }), { replace: true })}
        />
      )}
    </Page>
  );
}

function searchOf(place: HistoryPlace): string {
  return `?${writeHistoryPlace(place).toString()}`;
}

function HistoryActions({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useCommand({
    mutationFn: () => downloadTransactions(queryClient, filter),
    onError: (error) => toast.error(errorMessage(error, t, { fallback: t('history.exportFailed') })),
  });
  const days = new URLSearchParams({
    ...(filter.from && { from: filter.from }),
    ...(filter.to && { to: filter.to }),
  }).toString();
  return (
    <div className={styles.actions}>
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden="true" />}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('history.export')}
      </Button>
      <ButtonLink
        to={`${paths.statement}${days && `?${days}`}`}
        variant="secondary"
        icon={<FileText size={18} aria-hidden="true" />}
      >
        {t('history.statement')}
      </ButtonLink>
    </div>
  );
}

function NothingFound({ filter, onClear }: { filter: HistoryFilter; onClear: () => void }) {
  const { t } = useTranslation();
  if (!isFiltered(filter)) {
    return (
      <EmptyState icon={<ReceiptText size={24} />} title={t('transaction.emptyTitle')}>
        {t('transaction.emptyText', { coin: coinCode })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={24} />}
      title={t('history.nothingFound')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('history.clear')}
        </Button>
      }
    >
      {t('history.nothingFoundText')}
    </EmptyState>
  );
}
