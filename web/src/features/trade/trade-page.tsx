import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { errorMessage } from '../../api/error-message.ts';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { walletsQuery } from '../../api/wallets-query.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-message.tsx';
import type { AddMoney } from './add-money.tsx';
import { TradePanel } from './trade-panel.tsx';
import { TradeTerms } from './trade-terms.tsx';
import styles from './trade.module.css';

interface TradePageProps {
  onAddMoney: AddMoney;
  /** Stands beside the panel: what else can be done about prices. */
  aside: ReactNode;
}

/** Buying, selling and exchanging at a firm price. */
export function TradePage({ onAddMoney, aside }: TradePageProps) {
  const { t } = useTranslation();
  const balance = useQuery({ ...walletsQuery, ...liveQueryOptions });
  const config = useQuery(configQuery);
  const error = balance.error ?? config.error;
  return (
    <Page title={t('trade.title')}>
      <div className={styles.columns}>
        <Card>
          {balance.data && config.data && (
            <TradePanel wallets={balance.data.wallets} onAddMoney={onAddMoney} />
          )}
          {!(balance.data && config.data) && error && (
            <ErrorState
              title={t('trade.failedToLoad')}
              message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
              onRetry={() => {
                if (!balance.data) void balance.refetch();
                if (!config.data) void config.refetch();
              }}
              isRetrying={balance.isFetching || config.isFetching}
            />
          )}
          {!(balance.data && config.data) && !error && <PanelSkeleton />}
        </Card>
        <div className={styles.aside}>
          {aside}
          {config.data && <TradeTerms terms={config.data.trade} />}
        </div>
      </div>
    </Page>
  );
}

function PanelSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.form} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('trade.loading')}
      </span>
      <Skeleton height="2.625rem" shape="block" />
      <Skeleton height="7rem" shape="block" />
      <Skeleton height="7rem" shape="block" />
      <Skeleton height="3.25rem" shape="block" />
    </div>
  );
}
