import { coinCode, productName } from '@mercury/contract/product.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileText, ReceiptText, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { useCommand } from '../../api/use-command.ts';
import { AnswerAge } from '../../domain/answer-age.tsx';
import { moneyActions } from '../../domain/money-actions.ts';
import { dayOf } from '../../i18n/calendar.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { toast } from '../../ui/toast.ts';
import {
  askedOf,
  type HistoryFilter,
  historyPageSize,
  type HistoryPlace,
  isFiltered,
  lastPageOf,
  periodOf,
  readHistoryPlace,
  writeHistoryPlace,
} from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import styles from './history-page.module.css';
import { transactionsQuery } from './queries.ts';
import { Pages, TransactionRows, TransactionSkeleton } from './transaction-rows.tsx';

interface HistoryPageProps {
  nameOf: (address: string | null) => string | undefined;
}

/** The whole history. The filter is part of the address, so it can be saved and the back button works. */
export function HistoryPage({ nameOf }: HistoryPageProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const { filter, page } = readHistoryPlace(search);
  const query = useQuery({ ...transactionsQuery(askedOf({ filter, page })), ...liveQueryOptions });
  const show = (next: HistoryFilter) => setSearch(writeHistoryPlace({ filter: next, page: 1 }));
  return (
    <Page title={t('history.title')}>
      <HistoryActions filter={filter} />
      <Card>
        <HistoryFilters filter={filter} onChange={show} />
        {query.data && <AnswerAge query={query} />}
        <QueryState
          query={query}
          skeleton={<HistorySkeleton />}
          failedTitle={t('transaction.failedToLoadTransactions')}
          errorMessage={errorMessage}
          isEmpty={({ total }) => total === 0}
          empty={<NothingFound filter={filter} onClear={() => show({})} />}
        >
          {({ transactions, total }) => (
            <>
              {transactions.length === 0 && <HistorySkeleton />}
              {transactions.length === 0 && page > lastPageOf(total) && (
                <Navigate replace to={{ search: searchOf({ filter, page: lastPageOf(total) }) }} />
              )}
              {transactions.length > 0 && (
                <TransactionRows
                  transactions={transactions}
                  nameOf={nameOf}
                  isStale={query.isPlaceholderData}
                />
              )}
              {page <= lastPageOf(total) && (
                <Pages
                  page={page}
                  pageSize={historyPageSize}
                  total={total}
                  onPage={(next) => {
                    setSearch(writeHistoryPlace({ filter, page: next }));
                    scrollTo({ top: 0 });
                  }}
                />
              )}
            </>
          )}
        </QueryState>
      </Card>
    </Page>
  );
}

const HistorySkeleton = () => <TransactionSkeleton rowCount={6} />;

function searchOf(place: HistoryPlace): string {
  return `?${writeHistoryPlace(place).toString()}`;
}

function HistoryActions({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const failureOf = (error: Error) => errorMessage(error, t, { fallback: t('history.exportFailed') });
  const { mutate, isPending, error } = useCommand({
    mutationFn: () => downloadTransactions(queryClient, filter),
    onError: (failure) => toast.error(failureOf(failure)),
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
      {error && <ProblemLine>{failureOf(error)}</ProblemLine>}
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

/** Without it, spreadsheets assume one of their old encodings. Reading a reply as text drops it. */
const byteOrderMark = '\ufeff';

/** For example "mercury-transactions-2026-02-01-to-2026-02-28.csv". Without an end, the period ends today. */
export function exportFileName({ from, to }: HistoryFilter, today: Date): string {
  const days = from === undefined ? (to ?? dayOf(today)) : `${from}-to-${to ?? dayOf(today)}`;
  return `${productName.toLowerCase()}-transactions-${days}.csv`;
}

/** Fetched instead of linked, because the session's token is sent in a header. Then saved as a file. */
async function downloadTransactions(queryClient: QueryClient, filter: HistoryFilter): Promise<void> {
  const csv = await (await moneyActions(queryClient)).exportTransactions(periodOf(filter));
  const content = [byteOrderMark, csv.replace(byteOrderMark, '')];
  const url = URL.createObjectURL(new Blob(content, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = exportFileName(filter, new Date());
  link.click();
  URL.revokeObjectURL(url);
}
