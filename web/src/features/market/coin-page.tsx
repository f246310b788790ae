import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getMarketCoin, MarketCoin, MarketRange } from '@mercury/contract/api/market.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { CoinImage } from '../../domain/coin-mark.tsx';
import { coinQuery } from '../../domain/market-query.ts';
import { ChangeText, OriginNote, PriceText } from '../../domain/price-text.tsx';
import { formatPrice } from '../../domain/prices.ts';
import { coinName } from '../../i18n/coin-name.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CoinFrame, type CoinParts } from './coin-frame.tsx';
import styles from './coin-page.module.css';
import { CoinStatisticsCard } from './coin-statistics-card.tsx';
import { PriceHistory } from './price-history.tsx';
import { courseOver, historyQuery, useLogFailure } from './queries.ts';

interface CoinPageProps {
  id: string;
  range: MarketRange;
  onRangeChange: (range: MarketRange) => void;
  /** What the reader can do with the coin, and what they have of it. */
  renderParts: (coin: MarketCoin) => CoinParts;
  /** Replaces the page if there is no such coin. */
  notFound: ReactNode;
}

/** A coin of the market. */
export function CoinPage({ id, range, onRangeChange, renderParts, notFound }: CoinPageProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery(coinQuery(id, queryClient));
  const { error } = query;
  const isUnknown = error instanceof ApiError && error.code === 'NotFound';
  useLogFailure(isUnknown ? null : error);
  if (isUnknown) return notFound;
  return (
    <QueryState
      query={query}
      skeleton={<CoinSkeleton />}
      failedTitle={t('market.failedToLoadCoin')}
      errorMessage={errorMessage}
      renderFrame={(failure) => (
        <CoinFrame>
          <div className={styles.panel}>
            <PageHead title={t('markets.title')} />
            {failure}
          </div>
        </CoinFrame>
      )}
    >
      {(loaded) => (
        <LoadedCoin {...loaded} range={range} onRangeChange={onRangeChange} renderParts={renderParts} />
      )}
    </QueryState>
  );
}

type LoadedCoinProps = ReplyOf<typeof getMarketCoin> &
  Pick<CoinPageProps, 'range' | 'onRangeChange' | 'renderParts'>;

function LoadedCoin({ coin, range, onRangeChange, renderParts, ...origin }: LoadedCoinProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { symbol, statistics } = coin;
  const name = coinName(t, symbol, coin.name);
  const price = formatPrice(coin.currentPrice, formatTag);
  return (
    <CoinFrame
      mark={<CoinImage path={coin.image} code={symbol} size={44} />}
      name={name}
      symbol={symbol}
      price={
        <>
          <PriceText price={coin.currentPrice} /> <RangeChange coin={coin} range={range} />
        </>
      }
      note={<OriginNote {...origin} />}
      facts={statistics && <CoinStatisticsCard statistics={statistics} symbol={symbol} />}
      parts={renderParts(coin)}
    >
      <PageHead
        title={t('market.coinPageTitle', { name, symbol, price })}
        description={t('meta.coin', { name, symbol })}
      />
      <PriceHistory coin={coin} range={range} onRangeChange={onRangeChange} />
    </CoinFrame>
  );
}

/** The change over the range of the chart below, as it is told there. */
function RangeChange({ coin, range }: { coin: MarketCoin; range: MarketRange }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: history, error } = useQuery(historyQuery(coin.id, range));
  if (history === undefined && error === null) {
    return (
      <span className={styles.change}>
        <Skeleton width="9rem" />
      </span>
    );
  }
  const [first] = history?.points ?? [];
  const prices = history?.points.map(({ price }) => Number(price)) ?? [];
  const course = courseOver(range, coin, prices);
  const isKnown = first !== undefined && course !== undefined;
  return (
    <span className={styles.change} data-testid="range-change">
      <ChangeText percent={isKnown ? course.changePercent : coin.change24h} />{' '}
      <span className={styles.period}>
        {isKnown
          ? t(`market.inRange.${range}`, { since: formatDateTime(first.at, formatTag, { hasTime: false }) })
          : t('market.in24Hours')}
      </span>
    </span>
  );
}

function CoinSkeleton() {
  const { t } = useTranslation();
  return (
    <CoinFrame>
      <div className={styles.skeleton} role="status" aria-busy="true" aria-label={t('market.loadingCoin')}>
        <PageHead title={t('markets.title')} />
        <Skeleton width="13rem" height="2.75rem" shape="block" />
        <Skeleton width="17rem" height="2.5rem" shape="block" />
        <Skeleton height="31rem" shape="block" />
      </div>
    </CoinFrame>
  );
}
