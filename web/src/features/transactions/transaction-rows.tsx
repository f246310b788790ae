import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './transaction-list.module.css';
import { TransactionRow } from './transaction-row.tsx';

interface TransactionRowsProps {
  transactions: readonly Transaction[];
  /** The contact's name of an address, if it is a contact. */
  nameOf: (address: string | null) => string | undefined;
  /** Other rows are being fetched, and these will be replaced. */
  isStale: boolean;
}

/** Rows of history. Each opens its details, which stand above every page of a signed-in person (routes/money-dialogs.tsx). */
export function TransactionRows({ transactions, nameOf, isStale }: TransactionRowsProps) {
  const { open } = useOpenedBy('transaction');
  return (
    <ul className={styles.list} aria-busy={isStale}>
      {transactions.map((transaction) => (
        <TransactionRow
          key={transaction.id}
          transaction={transaction}
          counterpartyName={nameOf(transaction.counterparty)}
          onOpen={() => open(transaction.id)}
        />
      ))}
    </ul>
  );
}

interface PagesProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** The position in the list, and the way to newer and older pages. */
export function Pages({ page, pageSize, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (total <= pageSize && page === 1) return null;
  const range = t('transaction.range', {
    from: formatCount((page - 1) * pageSize + 1, formatTag),
    to: formatCount(Math.min(page * pageSize, total), formatTag),
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
        disabled={page * pageSize >= total}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" className="flip-in-rtl" />
      </IconButton>
    </nav>
  );
}

export function TransactionSkeleton({ rowCount = 3 }: { rowCount?: number }) {
  const { t } = useTranslation();
  return (
    <SkeletonGroup label={t('transaction.loading')}>
      {Array.from({ length: rowCount }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
          <span className={styles.skeletonText}>
            <Skeleton width="7rem" />
            <Skeleton width="4.5rem" />
          </span>
          <Skeleton width="6rem" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
