import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { ClaimBanner } from './claim-banner.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Pages } from './pages.tsx';
import { recentTransactionsQuery } from './queries.ts';
import styles from './transaction-list.module.css';
import { TransactionRows } from './transaction-rows.tsx';
import { TransactionSkeleton } from './transaction-skeleton.tsx';

interface TransactionListProps {
  nameOf: (address: string | null) => string | undefined;
  /** What an empty list offers to do first; undefined where it can't be done. */
  onTopUp: (() => void) | undefined;
  /** A withdrawal waits for its code. */
  onEnterCode: (transaction: Transaction) => void;
}

/** The dashboard's latest transactions. */
export function TransactionList({ nameOf, onTopUp, onEnterCode }: TransactionListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...recentTransactionsQuery(page), ...liveQueryOptions });
  const { data, error, isPlaceholderData, refetch } = query;
  const hasMore = data !== undefined && data.total > limits.transactionPageSize;
  return (
    <Card title={t('transaction.recent')} action={data && data.total > 0 && <SeeAll />}>
      {!data && !error && <TransactionSkeleton />}
      {!data && error && (
        <LoadFailure error={error} onRetry={() => void refetch()} isRetrying={query.isFetching} />
      )}
      {/* What is not among the latest would be overlooked. */}
      {hasMore && <ClaimBanner />}
      {data?.total === 0 && <NoTransactions onTopUp={onTopUp} />}
      {data && data.total > 0 && (
        <>
          <TransactionRows
            transactions={data.transactions}
            nameOf={nameOf}
            onEnterCode={onEnterCode}
            isStale={isPlaceholderData}
          />
          <Pages page={page} pageSize={limits.transactionPageSize} total={data.total} onPage={setPage} />
        </>
      )}
    </Card>
  );
}

function SeeAll() {
  const { t } = useTranslation();
  return (
    <PageLink to={paths.transactions} className={styles.seeAll}>
      {t('transaction.seeAll')}
    </PageLink>
  );
}

/** Nothing has happened yet: here is where it begins. */
function NoTransactions({ onTopUp }: Pick<TransactionListProps, 'onTopUp'>) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ReceiptText size={24} />}
      title={t('transaction.emptyTitle')}
      action={
        <span className={styles.firstSteps}>
          <ButtonLink variant="secondary" to={paths.trade}>
            {t('transaction.firstTrade')}
          </ButtonLink>
          {onTopUp && (
            <OnlineButton variant="secondary" onClick={onTopUp}>
              {t('wallet.topUp')}
            </OnlineButton>
          )}
        </span>
      }
    >
      {t('transaction.emptyText', { coin: coinCode })}
    </EmptyState>
  );
}
