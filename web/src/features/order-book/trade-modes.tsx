import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { marketPath, paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useRunningMarkets } from './queries.ts';
import styles from './trade-modes.module.css';

/** The way of a visitor, who sees no other way to trade, to the coin's order book. Nothing while none is open. */
export function OrderBookLink({ coin }: { coin: AssetCode }) {
  const { t } = useTranslation();
  const market = useRunningMarkets().find(({ base }) => base === coin);
  if (market === undefined) return null;
  return (
    <ButtonLink variant="secondary" to={marketPath(market.market)}>
      {t('orderBook.book')}
    </ButtonLink>
  );
}

/** The two ways to trade: at the house's price, and with other people. The second is told of once a market is open. */
export function TradeModes({ shown, coin }: { shown: 'simple' | 'pro'; coin?: string | undefined }) {
  const { t } = useTranslation();
  const running = useRunningMarkets();
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
