import { coinCode } from '@mercury/contract/product.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getBalance } from '@mercury/contract/api/wallets.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { walletsQuery } from '../../api/wallets-query.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IndicativeMark } from '../../ui/indicative-mark.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { errorMessage } from '../../api/error-message.ts';
import { isTotalIndicative } from './amounts.ts';
import { BalanceAge } from './balance-age.tsx';
import { BalanceParts } from './balance-parts.tsx';
import styles from './balance-card.module.css';
import { UsdValue } from './usd-value.tsx';
import { useCountedAmount } from './use-counted-amount.ts';
import { WalletActions, type WalletActionHandlers } from './wallet-actions.tsx';

interface BalanceCardProps extends WalletActionHandlers {
  /** Says which kind of money this is. */
  badge?: ReactNode;
}

export function BalanceCard({ badge, ...actions }: BalanceCardProps) {
  const { t } = useTranslation();
  const query = useQuery(walletsQuery);
  const { data: balance, error, refetch } = query;
  return (
    <section
      className={styles.card}
      aria-labelledby="balance-heading"
      aria-busy={!balance && (!error || query.isFetching)}
    >
      <header className={styles.header}>
        <h2 id="balance-heading" className={styles.heading}>
          {t('wallet.balance')}
        </h2>
        {badge}
      </header>
      {balance && <LoadedBalance balance={balance} query={query} actions={actions} />}
      {!balance && error && (
        <ErrorState
          title={t('wallet.failedToLoadBalance')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!balance && !error && <BalanceSkeleton />}
    </section>
  );
}

interface LoadedBalanceProps {
  balance: ReplyOf<typeof getBalance>;
  /** Knows when the server said so. */
  query: Pick<UseQueryResult, 'dataUpdatedAt'>;
  actions: WalletActionHandlers;
}

function LoadedBalance({ balance, query, actions }: LoadedBalanceProps) {
  const { wallet, wallets, totalUsdValue } = balance;
  const { t } = useTranslation();
  const counted = useCountedAmount(wallet.currency, wallet.balance);
  return (
    <>
      <p className={styles.balance} data-testid="balance" data-amount={wallet.balance}>
        <Money amount={counted} asset={wallet.currency} size="display" />
      </p>
      <BalanceAge query={query} />
      <div className={styles.aside}>
        <UsdValue wallet={wallet} />
        {wallets.length > 1 && (
          <p data-testid="total">
            {t('wallet.allAssets')}{' '}
            <bdi dir="ltr" className={styles.total}>
              ≈ <Money amount={totalUsdValue} asset="USD" />
            </bdi>{' '}
            {isTotalIndicative(wallets) && <IndicativeMark />}
          </p>
        )}
      </div>
      <BalanceParts wallet={wallet} />
      <WalletActions {...actions} />
      {wallet.address && (
        <div className={styles.address}>
          <span className={styles.addressLabel}>{t('wallet.address', { coin: coinCode })}</span>
          <span className={styles.addressLine}>
            <AddressText address={wallet.address} />
            <CopyButton text={wallet.address} label={t('wallet.copyAddress')} />
          </span>
        </div>
      )}
    </>
  );
}

function BalanceSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton}>
      <span className="visually-hidden" role="status">
        {t('wallet.loading')}
      </span>
      <Skeleton width="14rem" height="3rem" shape="block" />
      <Skeleton width="8rem" height="1.25rem" />
      <div className={styles.skeletonActions}>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height="3.25rem" shape="block" />
        ))}
      </div>
      <span className={styles.skeletonAddress}>
        <Skeleton width="16rem" height="1.25rem" />
      </span>
    </div>
  );
}
