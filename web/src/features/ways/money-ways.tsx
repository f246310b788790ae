import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Plus, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Config, configQuery } from '../../domain/config-query.ts';
import type { DialogAddress } from '../../domain/dialog-address.ts';
import { DollarsLeave } from '../../domain/dollars-leave.tsx';
import { type Way, WaysDialog } from './ways-dialog.tsx';

interface MoneyWaysProps {
  isOpen: boolean;
  onClose: () => void;
  /** What the person wants more of or wants to send, if they said so. */
  currency?: AssetCode | undefined;
  onChoose: (dialog: DialogAddress) => void;
}

/** Every way to add money, in one place. What the rail can't do is not offered. */
export function AddMoneyDialog({ isOpen, onClose, ...choice }: MoneyWaysProps) {
  const { t } = useTranslation();
  return (
    <WaysDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('ways.addTitle')}
      description={t('ways.addText')}
      ways={useWaysIn(choice)}
    />
  );
}

/** Every way to send money, likewise. */
export function SendDialog({ isOpen, onClose, ...choice }: MoneyWaysProps) {
  const { t } = useTranslation();
  return (
    <WaysDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('ways.sendTitle')}
      description={t('ways.sendText')}
      ways={useWaysOut(choice)}
    >
      <DollarsLeave isAsked={choice.currency === 'USD'} />
    </WaysDialog>
  );
}

type Choice = Pick<MoneyWaysProps, 'currency' | 'onChoose'>;

function useWaysIn({ currency, onChoose }: Choice): readonly Way[] {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const canTopUp = config?.rail.canTopUp ?? true;
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
  return [
    ...(canTopUp ? [topUp] : []),
    ...(canRail(config, 'canDeposit', currency) ? [deposit] : []),
    ...(canMoveWithin(currency) ? [request] : []),
  ];
}

function useWaysOut({ currency, onChoose }: Choice): readonly Way[] {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
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
  return [
    ...(canMoveWithin(currency) ? [transfer] : []),
    ...(canRail(config, 'canWithdraw', currency) ? [withdraw] : []),
  ];
}

/** Until the rail is known everything is offered, and the server refuses what is impossible. */
function canRail(
  config: Config | undefined,
  ability: 'canDeposit' | 'canWithdraw',
  currency: AssetCode | undefined,
): boolean {
  const able = config?.assets.filter((asset) => asset[ability]);
  return able?.some(({ code }) => currency === undefined || code === currency) ?? true;
}

function canMoveWithin(currency: AssetCode | undefined): boolean {
  return currency === undefined || assetOf(currency).isTransferable;
}
