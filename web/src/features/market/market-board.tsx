import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined, RotateCw } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { marketQuery, pricesRefreshMs } from '../../domain/market-query.ts';
import { OriginNote } from '../../domain/price-text.tsx';
import { priceInText } from '../../domain/prices.ts';
import { coinName } from '../../i18n/coin-name.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { CoinCard } from './coin-card.tsx';
import type { RenderStar } from './market-links.ts';
import styles from './market-section.module.css';
import { coinsShownFirst, MarketSkeleton } from './market-skeleton.tsx';
import { useLogFailure } from './queries.ts';

const inFrame = (state: ReactNode) => <div className={styles.state}>{state}</div>;

interface MarketBoardProps {
  /** A button beside each coin. */
  renderStar?: RenderStar | undefined;
}

export function MarketBoard({ renderStar }: MarketBoardProps) {
  const { t } = useTranslation();
  const market = useQuery(marketQuery);
  useLogFailure(market.error);
  return (
    <QueryState
      query={market}
      skeleton={
        <>
          <span className="visually-hidden" role="status">
            {t('market.loading')}
          </span>
          <MarketSkeleton />
        </>
      }
      failedTitle={t('market.failedToLoad')}
      errorMessage={errorMessage}
      renderFrame={inFrame}
    >
      {({ coins, ...origin }) => (
        <div className={styles.board} data-testid="market">
          <MarketBar
            askedAtMs={Math.max(market.dataUpdatedAt, market.errorUpdatedAt)}
            isRefreshing={market.isFetching}
            onRefresh={() => void market.refetch()}
          />
          <Coins coins={coins} note={<OriginNote {...origin} />} renderStar={renderStar} />
        </div>
      )}
    </QueryState>
  );
}

export function coinsShown<Coin>(coins: readonly Coin[], isExpanded: boolean): readonly Coin[] {
  return coins.slice(0, isExpanded ? limits.marketCoinCount : coinsShownFirst);
}

interface CoinsProps extends MarketBoardProps {
  coins: readonly MarketCoin[];
  note: ReactNode;
}

function Coins({ coins, note, renderStar }: CoinsProps) {
  const { t } = useTranslation();
  const [isExpanded, setIsExpanded] = useState(false);
  const listId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  if (coins.length === 0) {
    return inFrame(
      <EmptyState icon={<ChartNoAxesCombined size={24} />} title={t('market.emptyTitle')}>
        {t('market.emptyText')}
      </EmptyState>,
    );
  }
  return (
    <>
      <ul id={listId} className={styles.grid}>
        {coinsShown(coins, isExpanded).map((coin) => (
          <li key={coin.id} className={styles.cell} data-starred={renderStar !== undefined || undefined}>
            <CoinCard coin={coin} />
            {renderStar && (
              <span className={styles.star}>
                {renderStar({ id: coin.id, name: coinName(t, coin.symbol, coin.name) })}
              </span>
            )}
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
              // The focus stays on the button. Removed cards stood above it, so scroll it back into view.
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

interface MarketBarProps {
  /** Time of the last request for prices, successful or not. */
  askedAtMs: number;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** Above the coins: the operator's own price, and the time of the next refresh. */
function MarketBar({ askedAtMs, isRefreshing, onRefresh }: MarketBarProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const wholeSeconds = pricesRefreshMs / 1000;
  const counted = useSecondsLeft(askedAtMs + pricesRefreshMs);
  // The bar restarts when the person asks for prices, not when they arrive.
  const secondsLeft = isRefreshing ? wholeSeconds : Math.min(counted, wholeSeconds);
  return (
    <>
      <div className={styles.bar}>
        <FirmPrice />
        <div className={styles.controls}>
          <span className={styles.left}>
            {isRefreshing
              ? t('market.refreshing')
              : t('market.refreshesIn', { time: formatCountdown(secondsLeft, formatTag) })}
          </span>
          <IconButton
            label={t('market.refresh')}
            aria-disabled={isRefreshing || undefined}
            onClick={() => {
              if (!isRefreshing) onRefresh();
            }}
          >
            <RotateCw
              size={18}
              aria-hidden="true"
              className={styles.turning}
              data-busy={isRefreshing || undefined}
            />
          </IconButton>
        </div>
      </div>
      <div
        className={styles.countdown}
        data-testid="market-countdown"
        data-seconds={secondsLeft}
        aria-hidden="true"
      >
        <span className={styles.elapsed} style={{ transform: `scaleX(${secondsLeft / wholeSeconds})` }} />
      </div>
    </>
  );
}

/** The product's own coin has no market: the operator sets its price. */
function FirmPrice() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: config } = useQuery(configQuery);
  if (config === undefined) {
    return (
      <div className={styles.firm} aria-hidden="true">
        <span className={styles.bone} data-part="firm" />
      </div>
    );
  }
  const price = priceInText(config.coinPriceUsd, t, formatTag);
  return (
    <p className={styles.firm}>
      <CoinMark asset={coinCode} size={20} />
      <span>{t('market.firmPrice', { price, product: productName })}</span>
    </p>
  );
}
