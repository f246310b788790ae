import type { MarketCoin, MarketRange } from '@mercury/contract/api/market.ts';
import { type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { CourseSkeleton } from '../../domain/course-figure.tsx';
import { coinQuery } from '../../domain/market-query.ts';
import { ChangeText, OriginNote, PriceText } from '../../domain/price-text.tsx';
import { assetName } from '../../i18n/coin-name.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './coin-chart.module.css';
import pageStyles from './coin-page.module.css';
import { coinPath } from './market-links.ts';
import { PriceHistory } from './price-history.tsx';

interface CoinChartProps {
  asset: AssetCode;
  range: MarketRange;
  onRangeChange: (range: MarketRange) => void;
}

/** A coin that can be held here: its price and chart, beside something else that the page is for. */
export function CoinChart({ asset, range, onRangeChange }: CoinChartProps) {
  const { marketId } = assetOf(asset);
  if (marketId === null) return <OwnCoinPrice asset={asset} />;
  return <MarketChart asset={asset} marketId={marketId} range={range} onRangeChange={onRangeChange} />;
}

function MarketChart({ asset, marketId, ...ranges }: CoinChartProps & { marketId: string }) {
  const { t } = useTranslation();
  const query = useQuery(coinQuery(marketId, useQueryClient()));
  return (
    <QueryState
      query={query}
      skeleton={
        <div className={pageStyles.panel}>
          <ChartHead asset={asset} path={coinPath(marketId)} price={<Skeleton width="10rem" />} />
          <CourseSkeleton label={t('market.loadingCoin')} />
        </div>
      }
      failedTitle={t('market.failedToLoadCoin')}
      errorMessage={errorMessage}
      renderFrame={(failure) => <div className={pageStyles.panel}>{failure}</div>}
    >
      {({ coin, ...origin }) => (
        <PriceHistory
          coin={coin}
          {...ranges}
          head={
            <ChartHead
              asset={asset}
              path={coinPath(marketId)}
              price={<DayPrice coin={coin} />}
              note={<OriginNote {...origin} />}
            />
          }
        />
      )}
    </QueryState>
  );
}

function DayPrice({ coin }: { coin: MarketCoin }) {
  const { t } = useTranslation();
  return (
    <>
      <PriceText price={coin.currentPrice} />{' '}
      <span className={styles.change}>
        <ChangeText percent={coin.change24h} /> <span className={styles.period}>{t('market.in24Hours')}</span>
      </span>
    </>
  );
}

/** The operator sets its price, so there is no chart. */
function OwnCoinPrice({ asset }: { asset: AssetCode }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const price =
    asset === coinCode ? config?.coinPriceUsd : config?.assets.find(({ code }) => code === asset)?.priceUsd;
  return (
    <section className={pageStyles.panel} aria-label={assetName(t, asset)}>
      <ChartHead
        asset={asset}
        path={coinPath(asset)}
        price={typeof price === 'string' ? <PriceText price={price} /> : <Skeleton width="10rem" />}
        note={<p className={styles.note}>{t('markets.fixedPriceNote', { product: productName })}</p>}
      />
    </section>
  );
}

interface ChartHeadProps {
  asset: AssetCode;
  path: string;
  price: ReactNode;
  note?: ReactNode;
}

function ChartHead({ asset, path, price, note }: ChartHeadProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>
        <Link to={path} className={styles.coin}>
          <CoinMark asset={asset} size={32} />
          <span>
            <bdi>{assetName(t, asset)}</bdi> <bdi className={styles.symbol}>{asset}</bdi>
          </span>
        </Link>
      </h2>
      <p className={styles.price} data-testid="chart-price">
        {price}
      </p>
      {note}
    </header>
  );
}
