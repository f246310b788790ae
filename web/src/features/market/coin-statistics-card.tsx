import type { CoinStatistics } from '@mercury/contract/api/market.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LargeSum, PriceText } from '../../domain/price-text.tsx';
import { formatCompact } from '../../domain/prices.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from './coin-statistics-card.module.css';

interface CoinStatisticsCardProps {
  statistics: CoinStatistics;
  symbol: string;
}

/** The market's figures. One that the market does not tell is left out. */
export function CoinStatisticsCard({ statistics, symbol }: CoinStatisticsCardProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { rank, marketValue, volume24h, high24h, low24h, allTimeHigh, circulatingSupply } = statistics;
  if (Object.values(statistics).every((figure) => figure === undefined)) return null;
  return (
    <Card title={t('market.statistics.title')}>
      <dl className={styles.figures}>
        {rank !== undefined && (
          <Figure label={t('market.statistics.rank')}>
            <bdi>{t('market.statistics.place', { rank: formatCount(rank, formatTag) })}</bdi>
          </Figure>
        )}
        {marketValue !== undefined && (
          <Figure label={t('market.statistics.marketValue')}>
            <LargeSum usd={marketValue} />
          </Figure>
        )}
        {volume24h !== undefined && (
          <Figure label={t('market.statistics.volume24h')}>
            <LargeSum usd={volume24h} />
          </Figure>
        )}
        {circulatingSupply !== undefined && (
          <Figure label={t('market.statistics.circulatingSupply')}>
            <bdi>
              {formatCompact(circulatingSupply, formatTag)}&nbsp;{symbol}
            </bdi>
          </Figure>
        )}
        {high24h !== undefined && (
          <Figure label={t('market.statistics.high24h')}>
            <PriceText price={high24h} />
          </Figure>
        )}
        {low24h !== undefined && (
          <Figure label={t('market.statistics.low24h')}>
            <PriceText price={low24h} />
          </Figure>
        )}
        {allTimeHigh !== undefined && (
          <Figure label={t('market.statistics.allTimeHigh')}>
            <PriceText price={allTimeHigh.price} />
            <span className={styles.date}>
              <DateText at={allTimeHigh.at} hasTime={false} />
            </span>
          </Figure>
        )}
      </dl>
    </Card>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
