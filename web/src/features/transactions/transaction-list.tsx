import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { transactionsQuery } from './queries.ts';
import styles from './transaction-list.module.css';
import { TransactionRow } from './transaction-row.tsx';

const TransactionDialog = lazyPart(async () => (await import('./transaction-dialog.tsx')).TransactionDialog);

interface TransactionListProps {
  nameOf: (address: string | null) => string | undefined;
  /** What an empty list offers to do first; undefined where nothing can be. */
  onTopUp: (() => void) | undefined;
}

export function TransactionList({ nameOf, onTopUp }: TransactionListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Transaction | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(transactionsQuery(page));

  return (
    <Card title={t('transaction.recent')}>
      {!data && !error && <TransactionSkeleton />}
      {!data && error && (
        <ErrorState
          title={t('transaction.failedToLoadTransactions')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.total === 0 && <NoTransactions onTopUp={onTopUp} />}
      {data && data.total > 0 && (
        <>
          <ul className={styles.list} aria-busy={isPlaceholderData}>
            {data.transactions.map((transaction) => (
              <TransactionRow
                key={transaction.id}
                transaction={transaction}
                counterpartyName={nameOf(transaction.counterparty)}
                onOpen={() => {
                  setOpened(transaction);
                  setIsOpen(true);
                }}
              />
            ))}
          </ul>
          <Pages page={page} total={data.total} onPage={setPage} />
        </>
      )}
      {opened && (
        <TransactionDialog
          transaction={opened}
          counterpartyName={nameOf(opened.counterparty)}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onGiveUp={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

function NoTransactions({ onTopUp }: { onTopUp: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ReceiptText size={24} />}
      title={t('transaction.emptyTitle')}
      action={
        onTopUp && (
          <Button variant="secondary" onClick={onTopUp}>
            {t('wallet.topUp')}
          </Button>
        )
      }
    >
      {t('transaction.emptyText', { coin: coinCode })}
    </EmptyState>
  );
}

interface PagesProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

function Pages({ page, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const size = limits.transactionPageSize;
  if (total <= size) return null;
  const range = t('transaction.range', {
    from: formatCount((page - 1) * size + 1, formatTag),
    to: formatCount(Math.min(page * size, total), formatTag),
    total: formatCount(total, formatTag),
  });
  return (
    <nav className={styles.pages} aria-label={t('transaction.pages')}>
      <span className={styles.range} role="status">
        {range}
      </span>
      <IconButton
        label={t('transaction.previousPage')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
      <IconButton
        label={t('transaction.nextPage')}
        disabled={page * size >= total}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
    </nav>
  );
}

function TransactionSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('transaction.loading')}
      </span>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
          <span className={styles.skeletonText}>
            <Skeleton width="7rem" />
            <Skeleton width="4.5rem" />
          </span>
          <Skeleton width="6rem" />
        </div>
      ))}
    </div>
  );
}
