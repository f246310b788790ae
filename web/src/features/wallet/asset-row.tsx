import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { assetTraits, networkOf } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { assetName } from '../../i18n/coin-name.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './asset-list.module.css';
import { AssetMenuSlot } from './asset-menu-slot.tsx';
import { BalanceParts } from './balance-parts.tsx';
import { UsdValue } from './usd-value.tsx';

interface AssetRowProps {
  wallet: Wallet;
  /** Undefined where the rail can't do it: then it isn't offered. */
  onDeposit: (() => void) | undefined;
  onWithdraw: (() => void) | undefined;
}

export function AssetRow({ wallet, onDeposit, onWithdraw }: AssetRowProps) {
  const { currency, balance } = wallet;
  const { t } = useTranslation();
  const name = assetName(t, currency);
  const network = networkOf(currency);
  return (
    <li className={styles.row} data-testid="asset" data-asset={currency}>
      <CoinMark asset={currency} size={36} />
      <span className={styles.names}>
        <bdi className={styles.name}>{name}</bdi>
        {/* A coin and its chain often share a name: once is enough. */}
        <bdi className={styles.network}>
          {network === null || network === assetTraits[currency].name ? currency : network}
        </bdi>
      </span>
      <span className={styles.amounts}>
        <Money amount={balance} asset={currency} />
        <UsdValue wallet={wallet} />
      </span>
      <span className={styles.parts}>
        <BalanceParts wallet={wallet} />
      </span>
      <span className={styles.menu}>
        <AssetMenuSlot name={name} currency={currency} onDeposit={onDeposit} onWithdraw={onWithdraw} />
      </span>
    </li>
  );
}
