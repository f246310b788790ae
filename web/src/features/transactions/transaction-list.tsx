import { limits } from '@mercury/contract/limits.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live.ts';
import { AnswerAge } from '../../domain/answer-age.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { claimablePath, paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { claimableQuery, recentTransactionsQuery } from './queries.ts';
import styles from './transaction-list.module.css';
import { Pages, TransactionRows, TransactionSkeleton } from './transaction-rows.tsx';

interface TransactionListProps {
  nameOf: (address: string | null) => string | undefined;
  /** The first step that an empty list offers; undefined if it is impossible. */
  onTopUp: (() => void) | undefined;
}

/** The dashboard's latest transactions. */
export function TransactionList({ nameOf, onTopUp }: TransactionListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...recentTransactionsQuery(page), ...liveQueryOptions });
  const { data, isPlaceholderData } = query;
  return (
    <Card title={t('transaction.recent')} action={data && data.total > 0 && <SeeAll />}>
      {data && <AnswerAge query={query} />}
      <QueryState
        query={query}
        skeleton={<TransactionSkeleton />}
        failedTitle={t('transaction.failedToLoadTransactions')}
        errorMessage={errorMessage}
        isEmpty={({ total }) => total === 0}
        empty={<NoTransactions onTopUp={onTopUp} />}
      >
        {({ transactions, total }) => (
          <>
            {/* Without it, a person would overlook a claim that is not among the latest. */}
            {total > limits.transactionPageSize && <ClaimBanner />}
            <TransactionRows transactions={transactions} nameOf={nameOf} isStale={isPlaceholderData} />
            <Pages page={page} pageSize={limits.transactionPageSize} total={total} onPage={setPage} />
          </>
        )}
      </QueryState>
    </Card>
  );
}

function SeeAll() {
  const { t } = useTranslation();
  return (
    <Link to={paths.transactions} className={styles.seeAll}>
      {t('transaction.seeAll')}
    </Link>
  );
}

/** No transactions yet: shows the first step. */
function NoTransactions({ onTopUp }: Pick<TransactionListProps, 'onTopUp'>) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<ReceiptText size={24} />}
      title={t('transaction.emptyTitle')}
      action={
        <span className={styles.firstSteps}>
          {onTopUp && (
            <OnlineButton variant="secondary" onClick={onTopUp}>
              {t('wallet.topUp')}
            </OnlineButton>
          )}
          <ButtonLink variant="secondary" to={paths.trade}>
            {t('transaction.firstTrade')}
          </ButtonLink>
        </span>
      }
    >
      {t('transaction.emptyText', { coin: coinCode })}
    </EmptyState>
  );
}

/** Leads to the claimable payments, wherever they are in the history. */
function ClaimBanner() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: claimable = [] } = useQuery({ ...claimableQuery, ...liveQueryOptions });
  if (claimable.length === 0) return null;
  const count = claimable.length;
  return (
    <p className={styles.banner}>
      <span>{t('transaction.claim.banner', { count, shownCount: formatCount(count, formatTag) })}</span>
      <Link to={claimablePath} className={styles.link}>
        {t('transaction.claim.show')}
      </Link>
    </p>
  );
}
