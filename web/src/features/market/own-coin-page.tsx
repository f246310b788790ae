import { type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { configQuery } from '../../domain/config-query.ts';
import { PriceText } from '../../domain/price-text.tsx';
import { formatPrice } from '../../domain/prices.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CoinFrame, type CoinParts } from './coin-frame.tsx';
import styles from './coin-page.module.css';

interface OwnCoinPageProps {
  /** As the address has it: perhaps of no asset, or of one with a market. */
  code: string;
  renderParts: (coin: { id: AssetCode; name: string }) => CoinParts;
  /** Replaces the page for any other code. */
  renderOther: (code: string) => ReactNode;
}

/** A coin that the operator makes. It has a price and no market, so no chart and no statistics. */
export function OwnCoinPage({ code, renderParts, renderOther }: OwnCoinPageProps) {
  const { t } = useTranslation();
  return (
    <QueryState
      query={useQuery(configQuery)}
      skeleton={
        <CoinFrame>
          <div
            className={styles.skeleton}
            role="status"
            aria-busy="true"
            aria-label={t('market.loadingCoin')}
          >
            <PageHead title={t('markets.title')} />
            <Skeleton width="13rem" height="2.75rem" shape="block" />
            <Skeleton width="17rem" height="2.5rem" shape="block" />
          </div>
        </CoinFrame>
      }
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
      {({ assets, coinPriceUsd }) => {
        const asset = assets.find((each) => each.code === code);
        const price = asset?.code === coinCode ? coinPriceUsd : asset?.priceUsd;
        if (asset === undefined || typeof price !== 'string') return renderOther(code);
        return <OwnCoin code={asset.code} price={price} renderParts={renderParts} />;
      }}
    </QueryState>
  );
}

interface OwnCoinProps extends Pick<OwnCoinPageProps, 'renderParts'> {
  code: AssetCode;
  price: string;
}

function OwnCoin({ code, price, renderParts }: OwnCoinProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const name = assetName(t, code);
  const shownPrice = formatPrice(price, formatTag);
  return (
    <CoinFrame
      mark={<CoinMark asset={code} size={44} />}
      name={name}
      symbol={code}
      price={<PriceText price={price} />}
      note={<p className={styles.fixed}>{t('markets.fixedPriceNote', { product: productName })}</p>}
      parts={renderParts({ id: code, name: assetOf(code).name })}
    >
      <PageHead
        title={t('market.coinPageTitle', { name, symbol: code, price: shownPrice })}
        description={t('markets.ownCoinMeta', { name, symbol: code })}
      />
    </CoinFrame>
  );
}
