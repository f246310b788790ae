import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Repeat } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlockingReason } from '../../ui/online-button.tsx';
import { paths } from '../../paths.ts';
import { Menu, MenuItem, MenuLink, MenuNote } from '../../ui/menu.tsx';

export interface AssetMenuProps {
  trigger: ReactElement;
  currency: AssetCode;
  /** Undefined if it is impossible: then it is not offered. */
  onDeposit: (() => void) | undefined;
  onWithdraw: (() => void) | undefined;
  onTransfer: (() => void) | undefined;
}

/** Opens on mount, because a press loaded it. */
export function AssetMenu({ trigger, currency, onDeposit, onWithdraw, onTransfer }: AssetMenuProps) {
  const { t } = useTranslation();
  const blockingReason = useBlockingReason();
  return (
    <Menu isInitiallyOpen trigger={trigger}>
      <MenuLink to={`${paths.trade}?from=${currency}`} icon={<Repeat size={18} aria-hidden="true" />}>
        {t('trade.title')}
      </MenuLink>
      {onDeposit && (
        <MenuItem
          icon={<ArrowDownToLine size={18} aria-hidden="true" />}
          onSelect={onDeposit}
          isDisabled={blockingReason !== undefined}
        >
          {t('wallet.deposit')}
        </MenuItem>
      )}
      {onWithdraw && (
        <MenuItem
          icon={<ArrowUpFromLine size={18} aria-hidden="true" />}
          onSelect={onWithdraw}
          isDisabled={blockingReason !== undefined}
        >
          {t('wallet.withdraw')}
        </MenuItem>
      )}
      {onTransfer && (
        <MenuItem
          icon={<ArrowLeftRight size={18} aria-hidden="true" />}
          onSelect={onTransfer}
          isDisabled={blockingReason !== undefined}
        >
          {t('wallet.transfer')}
        </MenuItem>
      )}
      {blockingReason !== undefined && (onDeposit || onWithdraw || onTransfer) && (
        <MenuNote>{blockingReason}</MenuNote>
      )}
    </Menu>
  );
}
