import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinImage } from '../../domain/coin-mark.tsx';
import { PriceText } from '../../domain/price-text.tsx';
import { coinName } from '../../i18n/coin-name.ts';
import { coinPath } from './market-links.ts';
import styles from './market-section.module.css';
import { DayChange, WeekLine } from './week-line.tsx';

/** A coin in the list. The whole card links to the coin's page. */
export function CoinCard({ coin }: { coin: MarketCoin }) {
  const { t } = useTranslation();
  return (
    <Link to={coinPath(coin.id)} className={styles.coin} data-testid="market-coin">
      <span className={styles.mark}>
        <CoinImage path={coin.image} code={coin.symbol} size={32} />
      </span>
      <span className={styles.names}>
        <span className={styles.name}>
          <bdi>{coinName(t, coin.symbol, coin.name)}</bdi>
        </span>{' '}
        <span className={styles.symbol}>
          <bdi>{coin.symbol}</bdi>
        </span>
      </span>{' '}
      <span className={styles.price}>
        <PriceText price={coin.currentPrice} />
      </span>{' '}
      <span className={styles.day}>
        <DayChange percent={coin.change24h} />
      </span>{' '}
      <span className={styles.line}>
        <WeekLine week={coin.week} place="card" />
      </span>
    </Link>
  );
}
