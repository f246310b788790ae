import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
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
  const { data, error, isFetching, refetch } = useQuery(walletsQuery);
  return (
    <Card title={t('assets.title')}>
      {!data && !error && <AssetSkeleton />}
      {!data && error && (
        <ErrorState
          title={t('assets.failedToLoad')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
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

function AssetSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('assets.loading')}
      </span>
      {Array.from({ length: 2 }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="2.25rem" height="2.25rem" shape="circle" />
          <Skeleton width="6rem" />
          <Skeleton width="7rem" />
        </div>
      ))}
    </div>
  );
}
