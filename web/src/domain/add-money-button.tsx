import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { useDialogAddress } from './dialog-address.ts';

/** The way on for whoever has too little. Back leads from there to what they have typed. */
export function AddMoneyButton({ currency }: { currency: AssetCode }) {
  const { t } = useTranslation();
  const { openAbove } = useDialogAddress();
  return (
    // Keeps the button's own width in a column.
    <div>
      <Button
        variant="secondary"
        size="small"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => openAbove({ kind: 'add-money', currency })}
      >
        {t('wallet.addMoney')}
      </Button>
    </div>
  );
}
