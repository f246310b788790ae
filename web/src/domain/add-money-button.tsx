import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ButtonProps } from '../ui/button.tsx';
import { OnlineButton } from '../ui/online-button.tsx';
import { useDialogAddress } from './dialog-address.ts';

interface AddMoneyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'isFullWidth'> {
  currency: AssetCode;
  /** The open dialog lives on its press, so Back leads to the page below it. */
  takesItsPlace?: boolean;
}

/** The way on for whoever has too little. Back leads from there to what they have typed. */
export function AddMoneyButton({
  currency,
  takesItsPlace = false,
  variant = 'secondary',
  ...look
}: AddMoneyButtonProps) {
  const { t } = useTranslation();
  const { open, openAbove } = useDialogAddress();
  const show = takesItsPlace ? open : openAbove;
  return (
    // Keeps the button's own width in a column.
    <div>
      <OnlineButton
        variant={variant}
        {...look}
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => show({ kind: 'add-money', currency })}
      >
        {t('wallet.addMoney')}
      </OnlineButton>
    </div>
  );
}
