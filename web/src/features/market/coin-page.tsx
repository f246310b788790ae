import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getMarketCoin, MarketCoin, MarketRange } from '@mercury/contract/api/market.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { CoinImage } from '../../domain/coin-mark.tsx';
import { coinQuery } from '../../domain/market-query.ts';
import { ChangeText, OriginNote, PriceText } from '../../domain/price-text.tsx';
import { formatPrice } from '../../domain/prices.ts';
import { coinName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './coin-page.module.css';
import { marketPath } from './market-links.ts';
import { PriceHistory } from './price-history.tsx';
import { useLogFailure } from './queries.ts';

interface CoinPageProps {
  id: string;
  range: MarketRange;
  onRangeChange: (range: MarketRange) => void;
  /** The reader's next step: sign up, trade it, or go to their wallet. */
  renderAction: (coin: MarketCoin) => ReactNode;
  /** Replaces the page if there is no such coin. */
  notFound: ReactNode;
}

export function CoinPage({ id, range, onRangeChange, renderAction, notFound }: CoinPageProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery(coinQuery(id, queryClient));
  const { error } = query;
  const isUnknown = error instanceof ApiError && error.code === 'NotFound';
  useLogFailure(isUnknown ? null : error);
  if (isUnknown) return notFound;
  return (
    <div className={styles.page}>
      <Link to={marketPath} className={styles.back}>
        <ArrowLeft size={16} aria-hidden="true" className="flip-in-rtl" />
        {t('market.title')}
      </Link>
      <QueryState
        query={query}
        skeleton={<CoinSkeleton />}
        failedTitle={t('market.failedToLoadCoin')}
        errorMessage={errorMessage}
        renderFrame={(failure) => (
          <div className={styles.panel}>
            <PageHead title={t('market.title')} />
            {failure}
          </div>
        )}
      >
        {(loaded) => (
          <>
            <CoinHead {...loaded} />
            <PriceHistory coin={loaded.coin} range={range} onRangeChange={onRangeChange} />
            {renderAction(loaded.coin)}
          </>
        )}
      </QueryState>
    </div>
  );
}

function CoinHead({ coin, ...origin }: ReplyOf<typeof getMarketCoin>) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { symbol } = coin;
  const name = coinName(t, symbol, coin.name);
  const price = formatPrice(coin.currentPrice, formatTag);
  return (
    <header className={styles.head}>
      <PageHead
        title={t('market.coinPageTitle', { name, symbol, price })}
        description={t('meta.coin', { name, symbol })}
      />
      <h1 className={styles.title}>
        <CoinImage path={coin.image} size={44} />
        <span>
          <bdi>{name}</bdi> <bdi className={styles.symbol}>{symbol}</bdi>
        </span>
      </h1>
      <p className={styles.price} data-testid="coin-price">
        <PriceText price={coin.currentPrice} />{' '}
        <span className={styles.change}>
          <ChangeText percent={coin.change24h} />{' '}
          <span className={styles.period}>{t('market.in24Hours')}</span>
        </span>
      </p>
      <OriginNote {...origin} />
    </header>
  );
}

function CoinSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status" aria-busy="true" aria-label={t('market.loadingCoin')}>
      <PageHead title={t('market.title')} />
      <Skeleton width="13rem" height="2.75rem" shape="block" />
      <Skeleton width="17rem" height="2.5rem" shape="block" />
      <Skeleton height="31rem" shape="block" />
    </div>
  );
}
