import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { marketQuery } from '../../api/market-query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { OriginNote } from '../../ui/origin-note.tsx';
import { CoinCard } from './coin-card.tsx';
import { coinsShown, coinsShownFirst } from './coins-shown.ts';
import { MarketBar } from './market-bar.tsx';
import styles from './market-section.module.css';
import { MarketSkeleton } from './market-skeleton.tsx';
import { useLogFailure } from './use-log-failure.ts';

export function MarketBoard() {
  const { t } = useTranslation();
  const market = useQuery(marketQuery);
  const { data, error, isFetching, refetch } = market;
  useLogFailure(error);
  if (!data && !error) {
    return (
      <>
        <span className="visually-hidden" role="status">
          {t('market.loading')}
        </span>
        <MarketSkeleton />
      </>
    );
  }
  if (!data) {
    return (
      <div className={styles.state}>
        <ErrorState
          title={t('market.failedToLoad')}
          message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </div>
    );
  }
  return (
    <div className={styles.board} data-testid="market">
      <MarketBar
        askedAtMs={Math.max(market.dataUpdatedAt, market.errorUpdatedAt)}
        isRefreshing={isFetching}
        onRefresh={() => void refetch()}
      />
      <Coins coins={data.coins} note={<OriginNote {...data} />} />
    </div>
  );
}

function Coins({ coins, note }: { coins: readonly MarketCoin[]; note: ReactNode }) {
  const { t } = useTranslation();
  const [isExpanded, setIsExpanded] = useState(false);
  const listId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  if (coins.length === 0) {
    return (
      <div className={styles.state}>
        <EmptyState icon={<ChartNoAxesCombined size={24} />} title={t('market.emptyTitle')}>
          {t('market.emptyText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul id={listId} className={styles.grid}>
        {coinsShown(coins, isExpanded).map((coin) => (
          <li key={coin.id} className={styles.cell}>
            <CoinCard coin={coin} />
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <div className={styles.notes}>{note}</div>
        {coins.length > coinsShownFirst && (
          <Button
            ref={toggle}
            variant="secondary"
            size="small"
            aria-expanded={isExpanded}
            aria-controls={listId}
            onClick={() => {
              setIsExpanded(!isExpanded);
              // The focus stays on the button. What goes away stood above it, so it is brought back into view.
              if (isExpanded)
                requestAnimationFrame(() => toggle.current?.scrollIntoView({ block: 'nearest' }));
            }}
          >
            {isExpanded ? t('market.showLess') : t('market.showMore')}
          </Button>
        )}
      </div>
    </>
  );
}
