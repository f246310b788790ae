import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useCallback, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { AddressedDialogs } from './addressed-dialogs.tsx';
import { ConnectedTransferDialog } from './connected-transfer.tsx';

const TopUpDialog = lazyPart(async () => (await import('../features/topups/top-up-dialog.tsx')).TopUpDialog);
const DepositDialog = lazyPart(
  async () => (await import('../features/deposits/deposit-dialog.tsx')).DepositDialog,
);
const WithdrawDialog = lazyPart(
  async () => (await import('../features/withdrawals/withdraw-dialog.tsx')).WithdrawDialog,
);
const WithdrawalCodeDialog = lazyPart(
  async () => (await import('../features/withdrawals/withdrawal-modal.tsx')).WithdrawalCodeDialog,
);

/** The dialog above the dashboard or the history, and its initial values. */
export type DashboardDialog =
  | { kind: 'topUp'; creditCurrency?: 'USD' }
  | { kind: 'deposit'; currency?: AssetCode }
  | { kind: 'withdraw'; currency?: AssetCode }
  | { kind: 'withdrawalCode'; transaction: Transaction }
  | { kind: 'transfer'; recipientAddress?: string; currency?: AssetCode };

interface Opened {
  dialog: DashboardDialog;
  /** Another number for each opening, so that each dialog starts fresh and the old one can finish closing. */
  opening: number;
}

export function useDashboardDialogs() {
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const forget = useCallback(() => setOpened(undefined), []);
  function open(dialog: DashboardDialog) {
    setOpened((last) => ({ dialog, opening: (last?.opening ?? 0) + 1 }));
    setIsOpen(true);
  }
  return { opened, isOpen, open, close, forget };
}

type DashboardDialogsProps = ReturnType<typeof useDashboardDialogs> & {
  hasTwoFactor: boolean;
};

export function DashboardDialogs(props: DashboardDialogsProps) {
  return (
    <>
      <OpenedDialog {...props} />
      <AddressedDialogs />
    </>
  );
}

function OpenedDialog(props: DashboardDialogsProps) {
  const { opened, isOpen, open, close, forget, hasTwoFactor } = props;
  if (!opened) return null;
  const { dialog, opening } = opened;
  const common = { isOpen, onClose: close, onGiveUp: forget };
  switch (dialog.kind) {
    case 'topUp':
      return <TopUpDialog key={opening} {...common} creditCurrency={dialog.creditCurrency} />;
    case 'deposit':
      return <DepositDialog key={opening} {...common} currency={dialog.currency} />;
    case 'withdraw':
      return (
        <WithdrawDialog
          key={opening}
          {...common}
          currency={dialog.currency}
          onDeposit={(currency) => open({ kind: 'deposit', currency })}
        />
      );
    case 'withdrawalCode':
      return (
        <WithdrawalCodeDialog
          key={opening}
          {...common}
          transaction={dialog.transaction}
          verification={hasTwoFactor ? 'app' : 'email'}
        />
      );
    case 'transfer':
      return (
        <ConnectedTransferDialog
          key={opening}
          {...common}
          beginning={{ currency: dialog.currency, to: dialog.recipientAddress }}
          hasTwoFactor={hasTwoFactor}
        />
      );
    default:
      return dialog satisfies never;
  }
}
