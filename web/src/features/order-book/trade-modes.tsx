import type { Market } from '@mercury/contract/api/markets.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { marketPath, paths } from '../../paths.ts';
import { marketsQuery } from './queries.ts';
import styles from './trade-modes.module.css';

const isRunning = ({ state }: Market) => state !== 'halted';

/** The two ways to trade: at the house's price, and with other people. The second is told of once a market is open. */
export function TradeModes({ shown, coin }: { shown: 'simple' | 'pro'; coin?: string | undefined }) {
  const { t } = useTranslation();
  const { data: markets = [] } = useQuery(marketsQuery);
  const running = markets.filter(isRunning);
  const market = running.find(({ base }) => base === coin) ?? running[0];
  if (market === undefined && shown === 'simple') return null;
  return (
    <nav className={styles.modes} aria-label={t('orderBook.modes')}>
      <Link to={paths.trade} aria-current={shown === 'simple' ? 'page' : undefined}>
        {t('orderBook.simple')}
      </Link>
      <Link to={market ? marketPath(market.market) : ''} aria-current={shown === 'pro' ? 'page' : undefined}>
        {t('orderBook.pro')}
      </Link>
    </nav>
  );
}
