import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ArrowUpFromLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Config, configQuery } from '../../domain/config-query.ts';
import type { DialogAddress } from '../../domain/dialog-address.ts';
import { DollarsLeave } from '../../domain/dollars-leave.tsx';
import { type Way, WaysDialog } from './ways-dialog.tsx';

interface SendDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What the person wants to send, if they said so. */
  currency?: AssetCode | undefined;
  onChoose: (dialog: DialogAddress) => void;
}

/** Every way to send money, in one place. What the rail can't do is not offered. */
export function SendDialog({ isOpen, onClose, currency, onChoose }: SendDialogProps) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  return (
    <WaysDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('ways.sendTitle')}
      description={t('ways.sendText')}
      ways={useWays({ config, currency, onChoose })}
    >
      <DollarsLeave isAsked={currency === 'USD'} />
    </WaysDialog>
  );
}

/** Until the rail is known everything is offered, and the server refuses what is impossible. */
function useWays({
  config,
  currency,
  onChoose,
}: Pick<SendDialogProps, 'currency' | 'onChoose'> & { config: Config | undefined }): readonly Way[] {
  const { t } = useTranslation();
  const canWithdraw =
    config?.assets.some(
      (asset) => asset.canWithdraw && (currency === undefined || asset.code === currency),
    ) ?? true;
  const transfer: Way = {
    title: t('wallet.transfer'),
    text: t('ways.transferText'),
    Icon: ArrowLeftRight,
    onChoose: () => onChoose({ kind: 'transfer', currency }),
  };
  const withdraw: Way = {
    title: t('wallet.withdraw'),
    text: t('ways.withdrawText'),
    Icon: ArrowUpFromLine,
    onChoose: () => onChoose({ kind: 'withdraw', currency }),
  };
  const isSendable = currency === undefined || assetOf(currency).isTransferable;
  return [...(isSendable ? [transfer] : []), ...(canWithdraw ? [withdraw] : [])];
}
