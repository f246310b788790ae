import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { readLastKnown } from '../../api/last-known.ts';
import { walletsQuery } from '../../api/wallets-query.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import styles from './asset-list.module.css';
import { AssetRow } from './asset-row.tsx';
import { PriceOrigin } from './price-origin.tsx';

interface AssetListProps {
  onDeposit: (currency: AssetCode) => void;
  onWithdraw: (currency: AssetCode) => void;
}

/** Every wallet of the account. */
export function AssetList({ onDeposit, onWithdraw }: AssetListProps) {
  const { t } = useTranslation();
  const query = useQuery(walletsQuery);
  const { data, error, refetch } = query;
  return (
    <Card title={t('assets.title')}>
      {!data && !error && <AssetSkeleton />}
      {!data && error && (
        <ErrorState
          title={t('assets.failedToLoad')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {data && (
        <>
          <ul className={styles.list}>
            {data.wallets.map((wallet) => (
              <AssetRow
                key={wallet.currency}
                wallet={wallet}
                onDeposit={wallet.canDeposit ? () => onDeposit(wallet.currency) : undefined}
                onWithdraw={wallet.canWithdraw ? () => onWithdraw(wallet.currency) : undefined}
              />
            ))}
          </ul>
          <PriceOrigin wallets={data.wallets} />
        </>
      )}
    </Card>
  );
}

/** As many rows as there were last, each as tall as it will be: nothing below moves when they come. */
function AssetSkeleton() {
  const { t } = useTranslation();
  const [rowCount] = useState(() => readLastKnown()?.balance.wallets.length ?? 1);
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('assets.loading')}
      </span>
      {Array.from({ length: rowCount }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="2.25rem" height="2.25rem" shape="circle" />
          <span className={styles.names}>
            <span>
              <Skeleton width="5rem" />
            </span>
            <span>
              <Skeleton width="3rem" />
            </span>
          </span>
          <span className={styles.amounts}>
            <span>
              <Skeleton width="7rem" />
            </span>
            <span>
              <Skeleton width="4rem" />
            </span>
          </span>
          <span className={styles.menuPlace} />
        </div>
      ))}
      <div className={styles.originPlace} />
    </div>
  );
}
