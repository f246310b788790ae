import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getBalance } from '@mercury/contract/api/wallets.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FlaskConical, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useIsOnline } from '../../connection.ts';
import { configQuery } from '../../domain/config-query.ts';
import { IndicativeMark } from '../../domain/price-marks.tsx';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { formatMoment } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money } from '../../ui/money.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import styles from './balance-card.module.css';
import { BalanceParts, isTotalIndicative, UsdValue } from './balance-parts.tsx';
import { useCountedAmount } from './use-counted-amount.ts';
import { type WalletActionHandlers, WalletActions } from './wallet-actions.tsx';

interface BalanceCardProps extends WalletActionHandlers {
  /** The kind of money. */
  badge?: ReactNode;
}

export function BalanceCard({ badge, ...actions }: BalanceCardProps) {
  const { t } = useTranslation();
  const query = useQuery(walletsQuery);
  const { data: balance, error } = query;
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
      <QueryState
        query={query}
        skeleton={<BalanceSkeleton />}
        failedTitle={t('wallet.failedToLoadBalance')}
        errorMessage={errorMessage}
      >
        {(loaded) => <LoadedBalance balance={loaded} query={query} actions={actions} />}
      </QueryState>
    </section>
  );
}

interface LoadedBalanceProps {
  balance: ReplyOf<typeof getBalance>;
  /** Knows the time of the server's answer. */
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

/** Offline, it says from when the balance is. */
function BalanceAge({ query }: { query: Pick<UseQueryResult, 'dataUpdatedAt'> }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  // Only this component reads the time, so that an unchanged answer renders nothing else again.
  const at = new Date(query.dataUpdatedAt).toISOString();
  return (
    <p className={styles.age} data-testid="balance-age">
      <History size={14} aria-hidden="true" />
      <span>
        {t('wallet.asOf', { time: formatMoment(at, formatTag) })} · <TimeAgo at={at} />
      </span>
    </p>
  );
}

/** Marks money that is not real, and says its kind. Renders nothing for real money. */
export function MoneyModeBadge() {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  if (config?.moneyMode === 'simulated') {
    return <LabelledBadge label={t('demo.badge')} hint={t('demo.hint')} />;
  }
  return config?.rail.isSandbox ? (
    <LabelledBadge label={t('dashboard.sandbox')} hint={t('dashboard.sandboxHint')} />
  ) : null;
}

function LabelledBadge({ label, hint }: { label: string; hint: string }) {
  return (
    <span title={hint}>
      <Badge tone="warning">
        <FlaskConical size={14} aria-hidden="true" />
        {label}
      </Badge>
    </span>
  );
}
