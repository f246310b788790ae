import type { User } from '@mercury/contract/api/users.ts';
import { useSession } from '../api/use-session.ts';
import { type DialogAddress, useDialogAddress } from '../domain/dialog-address.ts';
import { useOpenings } from '../domain/dialog-openings.ts';
import { useOpenedBy } from '../domain/opened-by.ts';
import { LinkedTransaction } from '../features/transactions/linked-transaction.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ConnectedTransferDialog, useContactName } from './connected-transfer.tsx';

const TopUpDialog = lazyPart(async () => (await import('../features/topups/top-up-dialog.tsx')).TopUpDialog);
const DepositDialog = lazyPart(
  async () => (await import('../features/deposits/deposit-dialog.tsx')).DepositDialog,
);
const WithdrawDialog = lazyPart(
  async () => (await import('../features/withdrawals/withdraw-dialog.tsx')).WithdrawDialog,
);
const WithdrawalCodeDialog = lazyPart(
  async () => (await import('../features/withdrawals/withdrawal-code-dialog.tsx')).WithdrawalCodeDialog,
);
const MoneyWaysDialog = lazyPart(
  async () => (await import('../features/ways/money-ways.tsx')).MoneyWaysDialog,
);
const RequestDialog = lazyPart(
  async () => (await import('../features/requests/request-dialog.tsx')).RequestDialog,
);

/** The dialogs about money, above every page of a signed-in person. The address names the open one. */
export function MoneyDialogs() {
  const { user } = useSession();
  const { dialog, open, close, ...entry } = useDialogAddress();
  const { isOpen, shown, opening } = useOpenings({ ...entry, named: dialog, close });
  const details = useOpenedBy('transaction');
  // While the session ends, there is nobody to show.
  if (!user) return null;
  return (
    <>
      {shown && (
        <MoneyDialog
          key={`money-${opening}`}
          dialog={shown}
          isOpen={isOpen}
          onOpen={open}
          onClose={close}
          user={user}
        />
      )}
      {details.key > 0 && (
        <ConnectedTransaction
          key={`transaction-${details.key}`}
          id={details.id}
          isOpen={details.isOpen}
          onClose={details.close}
          onEnterCode={({ id }) => open({ kind: 'withdrawal-code', transaction: id })}
        />
      )}
    </>
  );
}

function ConnectedTransaction(props: Omit<Parameters<typeof LinkedTransaction>[0], 'nameOf'>) {
  return <LinkedTransaction {...props} nameOf={useContactName()} />;
}

interface MoneyDialogProps {
  dialog: DialogAddress;
  isOpen: boolean;
  /** Puts another dialog in the place of this one. */
  onOpen: (dialog: DialogAddress) => void;
  onClose: () => void;
  user: User;
}

function MoneyDialog({ dialog, isOpen, onOpen, onClose, user }: MoneyDialogProps) {
  const common = { isOpen, onClose, onGiveUp: onClose };
  switch (dialog.kind) {
    case 'add-money':
    case 'send':
      return <MoneyWaysDialog {...common} kind={dialog.kind} currency={dialog.currency} onChoose={onOpen} />;
    case 'request':
      return <RequestDialog {...common} username={user.username} currency={dialog.currency} />;
    case 'top-up':
      return <TopUpDialog {...common} creditCurrency={dialog.credit} />;
    case 'deposit':
      return <DepositDialog {...common} currency={dialog.currency} />;
    case 'withdraw':
      return (
        <WithdrawDialog
          {...common}
          currency={dialog.currency}
          onDeposit={(currency) => onOpen({ kind: 'deposit', currency })}
        />
      );
    case 'withdrawal-code':
      return (
        <WithdrawalCodeDialog
          {...common}
          transactionId={dialog.transaction}
          verification={user.twoFactorEnabled ? 'app' : 'email'}
        />
      );
    case 'transfer':
      return <ConnectedTransferDialog {...common} beginning={dialog} hasTwoFactor={user.twoFactorEnabled} />;
    default:
      return dialog satisfies never;
  }
}
