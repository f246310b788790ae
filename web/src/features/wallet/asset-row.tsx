import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { assetTraits, networkOf } from '@mercury/contract/money/asset.ts';
import { ArrowDownToLine, ArrowUpFromLine, Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuNote } from '../../ui/menu.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './asset-list.module.css';
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
  const { name } = assetTraits[currency];
  const network = networkOf(currency);
  return (
    <li className={styles.row} data-testid="asset" data-asset={currency}>
      <CoinMark asset={currency} size={36} />
      <span className={styles.names}>
        <bdi className={styles.name}>{name}</bdi>
        {/* A coin and its chain often share a name: once is enough. */}
        <bdi className={styles.network}>{network === null || network === name ? currency : network}</bdi>
      </span>
      <span className={styles.amounts}>
        <Money amount={balance} asset={currency} />
        <UsdValue wallet={wallet} />
      </span>
      <span className={styles.parts}>
        <BalanceParts wallet={wallet} />
      </span>
      <AssetMenu name={name} onDeposit={onDeposit} onWithdraw={onWithdraw} />
    </li>
  );
}

type AssetMenuProps = Omit<AssetRowProps, 'wallet'> & { name: string };

function AssetMenu({ name, onDeposit, onWithdraw }: AssetMenuProps) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (!onDeposit && !onWithdraw) return null;
  return (
    <span className={styles.menu}>
      <Menu
        trigger={
          <IconButton label={t('assets.actions', { name })}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        {onDeposit && (
          <MenuItem
            icon={<ArrowDownToLine size={18} aria-hidden="true" />}
            onSelect={onDeposit}
            isDisabled={!isOnline}
          >
            {t('wallet.deposit')}
          </MenuItem>
        )}
        {onWithdraw && (
          <MenuItem
            icon={<ArrowUpFromLine size={18} aria-hidden="true" />}
            onSelect={onWithdraw}
            isDisabled={!isOnline}
          >
            {t('wallet.withdraw')}
          </MenuItem>
        )}
        {!isOnline && <MenuNote>{t('offline.reason')}</MenuNote>}
      </Menu>
    </span>
  );
}
