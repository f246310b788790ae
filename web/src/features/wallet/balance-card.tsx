import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getBalance, Wallet } from '@mercury/contract/api/wallets.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useIsOnline } from '../../connection.ts';
import { AnswerAge } from '../../domain/answer-age.tsx';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { pricesRefreshMs } from '../../domain/market-query.ts';
import { IndicativeMark } from '../../domain/price-marks.tsx';
import { walletsQuery } from '../../domain/wallets-query.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Money, ShortMoney } from '../../ui/money.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './balance-card.module.css';
import { BalanceParts, hasAmount, isTotalIndicative, UsdValue } from './balance-parts.tsx';
import { DayChange } from './day-change.tsx';
import { useCountedAmount } from './use-counted-amount.ts';
import { type WalletActionHandlers, WalletActions, WalletActionsSkeleton } from './wallet-actions.tsx';

interface BalanceCardProps extends WalletActionHandlers {
  /** The kind of money. */
  badge?: ReactNode;
}

export function BalanceCard({ badge, ...actions }: BalanceCardProps) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  // What it is worth changes with the prices, which tell no one.
  const query = useQuery({ ...walletsQuery, refetchInterval: isOnline && pricesRefreshMs });
  const { data: balance, error } = query;
  return (
    <section
      className={styles.card}
      aria-labelledby="balance-heading"
      aria-busy={!balance && (!error || query.isFetching)}
    >
      <header className={styles.header}>
        <div className={styles.headings}>
          <h2 id="balance-heading" className={styles.heading}>
            {t('wallet.balance')}
          </h2>
          <span className={styles.scope}>{t('wallet.allAssets')}</span>
        </div>
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
  return (
    <>
      <TotalWorth {...balance} />
      <AnswerAge query={query} />
      <WalletActions {...actions} />
      <CoinBalance wallet={balance.wallet} />
    </>
  );
}

/** All that the person has, in US dollars, and what changed in it. */
function TotalWorth({ wallets, totalUsdValue }: LoadedBalanceProps['balance']) {
  const { t } = useTranslation();
  const counted = useCountedAmount('USD', totalUsdValue);
  return (
    <div className={styles.worth}>
      <p className={styles.total} data-testid="total" data-amount={totalUsdValue}>
        <Money amount={counted} asset="USD" size="display" />
        {isTotalIndicative(wallets) && <IndicativeMark />}
      </p>
      {/* Without money there is nothing that could have changed. */}
      {hasAmount(totalUsdValue) ? <DayChange /> : <p className={styles.nothing}>{t('wallet.nothingYet')}</p>}
    </div>
  );
}

/** The wallet of the product's own coin, with the address of the account. */
function CoinBalance({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation();
  const counted = useCountedAmount(wallet.currency, wallet.balance);
  return (
    <div className={styles.coin}>
      <div className={styles.coinLine}>
        <span className={styles.coinLabel}>
          <CoinMark asset={wallet.currency} size={24} />
          {t('wallet.coinBalance', { coin: wallet.currency })}
        </span>
        <div className={styles.coinFigures}>
          <p data-testid="balance" data-amount={wallet.balance}>
            <ShortMoney amount={counted} asset={wallet.currency} />
          </p>
          <UsdValue wallet={wallet} />
        </div>
      </div>
      <BalanceParts wallet={wallet} />
      {wallet.address && (
        <div className={styles.address}>
          <span className={styles.addressLabel}>{t('wallet.address', { coin: coinCode })}</span>
          <span className={styles.addressLine}>
            <AddressText address={wallet.address} />
            <CopyButton text={wallet.address} label={t('wallet.copyAddress')} />
          </span>
        </div>
      )}
    </div>
  );
}

/** As high as the loaded card, so that nothing below moves: with its words, which decide where a line breaks. */
function BalanceSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <span className="visually-hidden" role="status">
        {t('wallet.loading')}
      </span>
      <div className={styles.worth}>
        <p className={styles.total}>
          <Skeleton width="12rem" height="2rem" shape="block" />
        </p>
      </div>
      <WalletActionsSkeleton />
      <div className={styles.coin}>
        <div className={styles.coinLine}>
          <span className={styles.coinLabel}>
            <CoinMark asset={coinCode} size={24} />
            {t('wallet.coinBalance', { coin: coinCode })}
          </span>
          <div className={styles.coinFigures}>
            <p>
              <Skeleton width="7rem" />
            </p>
            <p>
              <Skeleton width="5rem" />
            </p>
          </div>
        </div>
        <div className={styles.address}>
          <span className={styles.addressLabel}>{t('wallet.address', { coin: coinCode })}</span>
          <span className={styles.addressLine}>
            <Skeleton width="8rem" />
            <span className={styles.copyPlace} />
          </span>
        </div>
      </div>
    </>
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
