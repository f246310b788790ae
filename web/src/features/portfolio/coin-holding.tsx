import type { Holding } from '@mercury/contract/api/portfolio.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { portfolioQuery } from '../../features/portfolio/queries.ts';
import { IndicativeMark } from '../../domain/price-marks.tsx';
import { PriceText } from '../../domain/price-text.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './coin-holding.module.css';
import { Profit, Unknown } from './total-value.tsx';

/** What the person has of a coin, and what it cost them. */
export function CoinHolding({ currency }: { currency: AssetCode }) {
  const { t } = useTranslation();
  return (
    <Card title={t('portfolio.ofCoin.title', { currency })}>
      <QueryState
        query={useQuery(portfolioQuery('day'))}
        skeleton={
          <SkeletonGroup label={t('portfolio.ofCoin.loading')} className={styles.skeleton}>
            <Skeleton height="1.5rem" />
            <Skeleton height="1.5rem" />
            <Skeleton height="1.5rem" />
          </SkeletonGroup>
        }
        failedTitle={t('portfolio.ofCoin.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ holdings, hasTraded }) => {
          const holding = holdings.find((each) => each.currency === currency);
          if (holding === undefined || !/[1-9]/.test(holding.amount))
            return <p className={styles.none}>{t('portfolio.ofCoin.none', { currency })}</p>;
          return <Facts holding={holding} hasTraded={hasTraded} />;
        }}
      </QueryState>
    </Card>
  );
}

function Facts({ holding, hasTraded }: { holding: Holding; hasTraded: boolean }) {
  const { t } = useTranslation();
  const { currency, amount, valueUsd, isPriceIndicative, averageCostUsd, profitUsd, profitPercent } = holding;
  return (
    <DetailList>
      <Detail label={t('portfolio.amount')}>
        <Money amount={amount} asset={currency} />
      </Detail>
      <Detail label={t('portfolio.value')}>
        {valueUsd === null ? <Unknown /> : <Money amount={valueUsd} asset="USD" />}
        {valueUsd !== null && isPriceIndicative && (
          <>
            {' '}
            <IndicativeMark />
          </>
        )}
      </Detail>
      <Detail label={t('portfolio.averageCost')}>
        {averageCostUsd === null ? <Unknown /> : <PriceText price={averageCostUsd} />}
      </Detail>
      {hasTraded && (
        <Detail label={t('portfolio.profit')}>
          <Profit usd={profitUsd} percent={profitPercent} />
        </Detail>
      )}
    </DetailList>
  );
}
