import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { type AssetCode, assetTraits, networkOf } from '@mercury/contract/money/asset.ts';
import { ArrowDownToLine, ArrowUpFromLine, Ellipsis, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { paths } from '../../paths.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuNote } from '../../ui/menu.tsx';
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
      <AssetMenu name={name} currency={currency} onDeposit={onDeposit} onWithdraw={onWithdraw} />
    </li>
  );
}

type AssetMenuProps = Omit<AssetRowProps, 'wallet'> & { name: string; currency: AssetCode };

function AssetMenu({ name, currency, onDeposit, onWithdraw }: AssetMenuProps) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <span className={styles.menu}>
      <Menu
        trigger={
          <IconButton label={t('assets.actions', { name })}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuLink to={`${paths.trade}?from=${currency}`} icon={<Repeat size={18} aria-hidden="true" />}>
          {t('trade.title')}
        </MenuLink>
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
        {!isOnline && (onDeposit || onWithdraw) && <MenuNote>{t('offline.reason')}</MenuNote>}
      </Menu>
    </span>
  );
}
