import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinImage } from '../../domain/coin-mark.tsx';
import { ChangeText, PriceText } from '../../domain/price-text.tsx';
import { courseOf, directionOf, formatChange } from '../../domain/prices.ts';
import { Sparkline } from '../../domain/sparkline.tsx';
import { coinName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { coinPath } from './market-links.ts';
import styles from './market-section.module.css';

/** A coin in the list. The whole card links to the coin's page. */
export function CoinCard({ coin }: { coin: MarketCoin }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { values, course, direction } = weekOf(coin);
  return (
    <Link to={coinPath(coin.id)} className={styles.coin} data-testid="market-coin">
      <CoinImage path={coin.image} size={36} />
      <span className={styles.names}>
        <span className={styles.name}>
          <bdi>{coinName(t, coin.symbol, coin.name)}</bdi>
        </span>{' '}
        <span className={styles.symbol}>
          <bdi>{coin.symbol}</bdi>
        </span>
      </span>
      <span className={styles.figures}>
        <span className={styles.price}>
          <PriceText price={coin.currentPrice} />
        </span>{' '}
        <span className={styles.change}>
          <ChangeText percent={coin.change24h} />{' '}
          <span className={styles.period}>{t('market.in24Hours')}</span>
        </span>
      </span>{' '}
      <span className={styles.line}>
        <Sparkline values={values} tone={direction} />
        {course && (
          <span className="visually-hidden">
            {t('market.inSevenDays', { change: formatChange(course.changePercent, formatTag) })}
          </span>
        )}
      </span>
    </Link>
  );
}

/** The coin's seven-day prices as numbers, for the chart and the text. */
export function weekOf({ week }: Pick<MarketCoin, 'week'>) {
  const values = week.map(Number);
  const course = courseOf(values);
  return { values, course, direction: course ? directionOf(course.changePercent) : 'level' } as const;
}
