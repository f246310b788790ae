import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { marketQuery } from '../../api/market-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { formatPrice } from '../../ui/price-format.ts';
import { PriceSource } from '../../ui/price-source.tsx';
import styles from './asset-list.module.css';

/** By which prices the wallets are valued. Where nothing has a market's price, no market is asked. */
export function PriceOrigin({ wallets }: { wallets: readonly Wallet[] }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isMarketAsked = wallets.some(({ currency }) => currency !== coinCode && currency !== 'USD');
  const { data: config } = useQuery(configQuery);
  const { data: market } = useQuery({ ...marketQuery, enabled: isMarketAsked });
  return (
    <ul className={styles.origins}>
      <li>
        {config &&
          t('market.firmPrice', {
            price: `\u2066${formatPrice(config.coinPriceUsd, formatTag)}\u2069`,
            product: productName,
          })}
      </li>
      {isMarketAsked && <li>{market && <PriceSource source={market.source} asOf={market.asOf} />}</li>}
    </ul>
  );
}
