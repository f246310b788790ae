import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Plus, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Config, configQuery } from '../../domain/config-query.ts';
import type { DialogAddress } from '../../domain/dialog-address.ts';
import { DollarsLeave } from '../../domain/dollars-leave.tsx';
import { Modal } from '../../ui/modal.tsx';
import { type Way, WayList } from './way-list.tsx';
import styles from './way-list.module.css';

interface Choice {
  /** What the person wants more of or wants to send, if they said so. */
  currency?: AssetCode | undefined;
  onChoose: (dialog: DialogAddress) => void;
}

interface MoneyWaysDialogProps extends Choice {
  kind: 'add-money' | 'send';
  isOpen: boolean;
  onClose: () => void;
}

/** Every way to add money or to send it, in one place. What the rail can't do is not offered. */
export function MoneyWaysDialog({ kind, isOpen, onClose, ...choice }: MoneyWaysDialogProps) {
  const { t } = useTranslation();
  const ways = { 'add-money': useWaysIn(choice), send: useWaysOut(choice) }[kind];
  const words =
    kind === 'send'
      ? { title: t('ways.sendTitle'), description: t('ways.sendText') }
      : { title: t('ways.addTitle'), description: t('ways.addText') };
  return (
    <Modal isOpen={isOpen} onClose={onClose} {...words}>
      <div className={styles.stack}>
        <WayList ways={ways} />
        {kind === 'send' && <DollarsLeave isAsked={choice.currency === 'USD'} />}
      </div>
    </Modal>
  );
}

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
