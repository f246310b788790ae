import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { writeHistoryPlace } from './history-filter.ts';
import { transactionsQuery } from './queries.ts';
import styles from './transaction-list.module.css';
import { TransactionRows, TransactionSkeleton } from './transaction-rows.tsx';

interface CoinTransactionsProps {
  currency: AssetCode;
  nameOf: (address: string | null) => string | undefined;
}

/** The person's latest transactions in a coin, and the way to all of them. */
export function CoinTransactions({ currency, nameOf }: CoinTransactionsProps) {
  const { t } = useTranslation();
  const query = useQuery({
    ...transactionsQuery({ currency, limit: limits.transactionPageSize }),
    ...liveQueryOptions,
  });
  const all = writeHistoryPlace({ filter: { currency }, page: 1 }).toString();
  return (
    <Card
      title={t('transaction.ofCoin.title', { currency })}
      action={
        query.data &&
        query.data.total > 0 && (
          <Link to={`${paths.transactions}?${all}`} className={styles.seeAll}>
            {t('transaction.seeAll')}
          </Link>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<TransactionSkeleton />}
        failedTitle={t('transaction.failedToLoadTransactions')}
        errorMessage={errorMessage}
        isEmpty={({ total }) => total === 0}
        empty={<p className={styles.none}>{t('transaction.ofCoin.none', { currency })}</p>}
      >
        {({ transactions }) => (
          <TransactionRows transactions={transactions} nameOf={nameOf} isStale={query.isPlaceholderData} />
        )}
      </QueryState>
    </Card>
  );
}
