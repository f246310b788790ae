import { listAssets } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { configQuery } from '../../domain/config-query.ts';
import { assetPricesQuery, marketQuery } from '../../domain/market-query.ts';
import { OriginNote } from '../../domain/price-text.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import type { InviteTo, RenderStar } from './market-links.ts';
import { MarketList, type WatchedCoins } from './market-list.tsx';
import { rowsOf } from './market-rows.ts';
import styles from './markets-page.module.css';
import { MarketsSkeleton } from './markets-skeleton.tsx';
import { useLogFailure } from './queries.ts';

interface MarketsPageProps {
  /** The person's watchlist; undefined for a visitor, who has none. */
  watched: WatchedCoins | undefined;
  renderStar: RenderStar;
  onSignUp: () => void;
  inviteTo: InviteTo;
}

/** All coins: the market's largest, and all that can be held here. */
export function MarketsPage(props: MarketsPageProps) {
  const { t } = useTranslation();
  const market = useQuery(marketQuery);
  const assetPrices = useQuery(assetPricesQuery);
  const config = useQuery(configQuery);
  useLogFailure(market.error);
  // The list waits for all three, since a coin that came later would push others aside. What fails is left out.
  const isWhole = [assetPrices, config].every(({ data, error }) => data !== undefined || error !== null);
  return (
    <div className={styles.page}>
      <PageHead title={t('markets.title')} description={t('markets.lead')} />
      <header className={styles.head}>
        <h1 className={styles.title}>{t('markets.title')}</h1>
        <p className={styles.lead}>{t('markets.lead')}</p>
      </header>
      <QueryState
        query={{
          data: isWhole ? market.data : undefined,
          error: market.error,
          isFetching: market.isFetching,
          refetch: market.refetch,
        }}
        skeleton={<MarketsSkeleton />}
        failedTitle={t('market.failedToLoad')}
        errorMessage={errorMessage}
        renderFrame={(state) => <div className={styles.state}>{state}</div>}
      >
        {({ coins, ...origin }) => (
          <>
            <MarketList
              {...props}
              rows={rowsOf(
                {
                  coins,
                  assetCoins: assetPrices.data?.coins ?? [],
                  assets: listAssets(),
                  coinPriceUsd: config.data?.coinPriceUsd,
                },
                t,
              )}
            />
            <div className={styles.notes}>
              <OriginNote {...origin} />
            </div>
          </>
        )}
      </QueryState>
    </div>
  );
}
