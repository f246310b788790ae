import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, Plus, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Config, configQuery } from '../../domain/config-query.ts';
import type { DialogAddress } from '../../domain/dialog-address.ts';
import { type Way, WaysDialog } from './ways-dialog.tsx';

interface AddMoneyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What the person wants to have more of, if they said so. */
  currency?: AssetCode | undefined;
  onChoose: (dialog: DialogAddress) => void;
}

/** Every way to add money, in one place. What the rail can't do is not offered. */
export function AddMoneyDialog({ isOpen, onClose, currency, onChoose }: AddMoneyDialogProps) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  return (
    <WaysDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('ways.addTitle')}
      description={t('ways.addText')}
      ways={useWays({ config, currency, onChoose })}
    />
  );
}

/** Until the rail is known everything is offered, and the server refuses what is impossible. */
function useWays({
  config,
  currency,
  onChoose,
}: Pick<AddMoneyDialogProps, 'currency' | 'onChoose'> & { config: Config | undefined }): readonly Way[] {
  const { t } = useTranslation();
  const canTopUp = config?.rail.canTopUp ?? true;
  const canDeposit =
    config?.assets.some((asset) => asset.canDeposit && (currency === undefined || asset.code === currency)) ??
    true;
  const isCredited = currency === undefined || currency === coinCode || currency === 'USD';
  const topUp: Way = {
    title: t('wallet.topUp'),
    text: isCredited ? t('ways.topUpText', { coin: coinCode }) : t('ways.topUpToBuy', { currency }),
    Icon: Plus,
    onChoose: () =>
      onChoose({
        kind: 'top-up',
        ...(currency === undefined || currency === coinCode ? {} : { credit: 'USD' }),
      }),
  };
  const deposit: Way = {
    title: t('wallet.deposit'),
    text: t('ways.depositText', { coin: coinCode }),
    Icon: ArrowDownToLine,
    onChoose: () => onChoose({ kind: 'deposit', currency }),
  };
  const request: Way = {
    title: t('request.title'),
    text: t('ways.requestText'),
    Icon: QrCode,
    onChoose: () => onChoose({ kind: 'request', currency }),
  };
  const isReceivable = currency === undefined || assetOf(currency).isTransferable;
  return [...(canTopUp ? [topUp] : []), ...(canDeposit ? [deposit] : []), ...(isReceivable ? [request] : [])];
}
