import { useSession } from '../api/use-session.ts';
import { type DialogAddress, useDialogAddress } from '../domain/dialog-address.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ConnectedTransferDialog } from './connected-transfer.tsx';

const AddMoneyDialog = lazyPart(
  async () => (await import('../features/ways/add-money-dialog.tsx')).AddMoneyDialog,
);
const SendDialog = lazyPart(async () => (await import('../features/ways/send-dialog.tsx')).SendDialog);
const RequestDialog = lazyPart(
  async () => (await import('../features/requests/request-dialog.tsx')).RequestDialog,
);
const TopUpDialog = lazyPart(async () => (await import('../features/topups/top-up-dialog.tsx')).TopUpDialog);
const DepositDialog = lazyPart(
  async () => (await import('../features/deposits/deposit-dialog.tsx')).DepositDialog,
);
const WithdrawDialog = lazyPart(
  async () => (await import('../features/withdrawals/withdraw-dialog.tsx')).WithdrawDialog,
);

/** The dialog that the page's address names. */
export function AddressedDialogs() {
  const { dialog } = useDialogAddress();
  // Another dialog starts fresh, also one of the same kind with other values.
  return dialog && <AddressedDialog key={JSON.stringify(dialog)} dialog={dialog} />;
}

function AddressedDialog({ dialog }: { dialog: DialogAddress }) {
  const { user } = useSession();
  const { open, close } = useDialogAddress();
  const common = { isOpen: true, onClose: close, onGiveUp: close };
  // While the session ends, there is nobody to show.
  if (!user) return null;
  switch (dialog.kind) {
    case 'add-money':
      return <AddMoneyDialog {...common} currency={dialog.currency} onChoose={open} />;
    case 'send':
      return <SendDialog {...common} currency={dialog.currency} onChoose={open} />;
    case 'request':
      return <RequestDialog {...common} username={user.username} currency={dialog.currency} />;
    case 'transfer':
      return <ConnectedTransferDialog {...common} beginning={dialog} hasTwoFactor={user.twoFactorEnabled} />;
    case 'top-up':
      return <TopUpDialog {...common} creditCurrency={dialog.credit} />;
    case 'deposit':
      return <DepositDialog {...common} currency={dialog.currency} />;
    case 'withdraw':
      return (
        <WithdrawDialog
          {...common}
          currency={dialog.currency}
          onDeposit={(currency) => open({ kind: 'deposit', currency })}
        />
      );
    case 'withdrawal-code':
      // The history opens it, with the transaction that it is about.
      return null;
    default:
      return dialog satisfies never;
  }
}
