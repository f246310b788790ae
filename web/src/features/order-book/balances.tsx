import type { Market } from '@mercury/contract/api/markets.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import styles from './tables.module.css';

/** What there is of the market's two currencies, and how much of it the open orders keep. */
export function Balances({ market, wallets }: { market: Market; wallets: readonly Wallet[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.list}>
      {[market.base, market.quote].map((currency) => {
        const wallet = wallets.find((each) => each.currency === currency);
        return (
          <li key={currency} className={styles.order}>
            <span className={styles.facts}>
              <span className={styles.word}>{currency}</span>
              <span>
                {t('orderBook.available')}:{' '}
                <Money amount={wallet?.availableBalance ?? '0'} asset={currency} />
              </span>
              <span className={styles.quiet}>
                {t('orderBook.inOrders')}: <Money amount={wallet?.inOrders ?? '0'} asset={currency} />
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
