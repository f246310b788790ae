import { coinCode } from '@mercury/contract/product.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Hourglass, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import { errorMessage } from '../../api/error-message.ts';
import styles from './balance-card.module.css';
import { balanceQuery } from './queries.ts';
import { useCountedAmount } from './use-counted-amount.ts';

interface BalanceCardProps {
  /** Undefined where the rail can't do it: then it isn't offered. */
  onTopUp: (() => void) | undefined;
  onTransfer: () => void;
  /** Says which kind of money this is. */
  badge?: ReactNode;
}

export function BalanceCard({ onTopUp, onTransfer, badge }: BalanceCardProps) {
  const { t } = useTranslation();
  const { data: wallet, error, isFetching, refetch } = useQuery(balanceQuery);
  return (
    <section className={styles.card} aria-labelledby="balance-heading" aria-busy={!wallet && isFetching}>
      <header className={styles.header}>
        <h2 id="balance-heading" className={styles.heading}>
          {t('wallet.balance')}
        </h2>
        {badge}
      </header>
      {wallet && <LoadedBalance wallet={wallet} onTopUp={onTopUp} onTransfer={onTransfer} />}
      {!wallet && error && (
        <ErrorState
          title={t('wallet.failedToLoadBalance')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!wallet && !error && <BalanceSkeleton />}
    </section>
  );
}

interface LoadedBalanceProps {
  wallet: Wallet;
  onTopUp: (() => void) | undefined;
  onTransfer: () => void;
}

function LoadedBalance({ wallet, onTopUp, onTransfer }: LoadedBalanceProps) {
  const { t } = useTranslation();
  const counted = useCountedAmount(wallet.currency, wallet.balance);
  const hasPending = /[1-9]/.test(wallet.pendingBalance);
  return (
    <>
      <p className={styles.balance} data-testid="balance" data-amount={wallet.balance}>
        <Money amount={counted} asset={wallet.currency} size="display" />
      </p>
      <div className={styles.aside}>
        {wallet.usdValue !== null && (
          <p>
            <bdi dir="ltr">
              ≈ <Money amount={wallet.usdValue} asset="USD" />
            </bdi>
          </p>
        )}
        {hasPending && (
          <p className={styles.pending}>
            <Hourglass size={15} aria-hidden="true" />
            {t('wallet.onItsWay')}
            <Money amount={wallet.pendingBalance} asset={wallet.currency} isPending />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {onTopUp && (
          <Button size="large" icon={<Plus size={20} aria-hidden="true" />} onClick={onTopUp}>
            {t('wallet.topUp')}
          </Button>
        )}
        <Button
          size="large"
          variant="secondary"
          icon={<ArrowLeftRight size={20} aria-hidden="true" />}
          onClick={onTransfer}
        >
          {t('wallet.transfer')}
        </Button>
      </div>
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
      <div className={styles.actions}>
        <Skeleton height="3.25rem" shape="block" />
        <Skeleton height="3.25rem" shape="block" />
      </div>
      <span className={styles.skeletonAddress}>
        <Skeleton width="16rem" height="1.25rem" />
      </span>
    </div>
  );
}
