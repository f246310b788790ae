import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getBalance, Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { configQuery } from '../domain/config-query.ts';
import { type DialogAddress, useDialogAddress } from '../domain/dialog-address.ts';
import { useOpenings } from '../domain/dialog-entry.ts';
import { useFinishDialog } from '../domain/drafts.ts';
import { useOpenedBy } from '../domain/opened-by.ts';
import { showWallet, walletsQuery } from '../domain/wallets-query.ts';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
import { LinkedTransaction } from '../features/transactions/linked-transaction.tsx';
import { addressBookQuery } from '../features/withdrawals/queries.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

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
const ContactPicker = lazyPart(
  async () => (await import('../features/contacts/contact-picker.tsx')).ContactPicker,
);
const AddContactDialog = lazyPart(
  async () => (await import('../features/contacts/contact-dialogs.tsx')).AddContactDialog,
);
const TransferDialog = lazyPart(
  async () => (await import('../features/transfers/transfer-dialog.tsx')).TransferDialog,
);

/** The name that the person gave an address. */
export function useContactName() {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  return (address: string | null) => (address === null ? undefined : contactNameOf(contacts, address));
}

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
          hasTwoFactor={user.twoFactorEnabled}
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
  hasTwoFactor: boolean;
}

function MoneyDialog({ dialog, isOpen, onOpen, onClose, hasTwoFactor }: MoneyDialogProps) {
  const common = { isOpen, onClose, onGiveUp: onClose };
  switch (dialog.kind) {
    // Three kinds that have no dialog yet: a link to one opens nothing.
    case 'add-money':
    case 'send':
    case 'request':
      return null;
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
          verification={hasTwoFactor ? 'app' : 'email'}
        />
      );
    case 'transfer':
      return (
        <ConnectedTransferDialog
          {...common}
          currency={dialog.currency ?? coinCode}
          recipientAddress={dialog.to ?? ''}
          hasTwoFactor={hasTwoFactor}
        />
      );
    default:
      return dialog satisfies never;
  }
}

/** One of the wallets, with the account's address, which the server gives with the own coin's wallet. */
function walletIn(currency: AssetCode) {
  return ({ wallet: own, wallets }: ReplyOf<typeof getBalance>): Wallet | undefined => {
    const chosen = wallets.find((wallet) => wallet.currency === currency);
    return chosen && { ...chosen, address: own.address };
  };
}

interface ConnectedTransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGiveUp: () => void;
  currency: AssetCode;
  recipientAddress: string;
  hasTwoFactor: boolean;
}

function ConnectedTransferDialog({ currency, ...props }: ConnectedTransferDialogProps) {
  const queryClient = useQueryClient();
  const { data: wallet } = useQuery({ ...walletsQuery, select: walletIn(currency) });
  const { data: contacts } = useQuery(allContactsQuery);
  const nameOf = useContactName();
  const isSavedOnly = useIsSavedOnly();
  const { data: config } = useQuery(configQuery);
  const finish = useFinishDialog();
  const [addressToSave, setAddressToSave] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  if (!wallet) return null;
  const savedOnly = {
    hasWait: config?.rail.isSandbox === false,
    onSave: (walletAddress: string) => {
      setAddressToSave(walletAddress);
      setIsSaving(true);
    },
  };
  const stopSaving = () => setIsSaving(false);
  return (
    <>
      <TransferDialog
        {...props}
        wallet={wallet}
        nameOf={nameOf}
        contacts={contacts ?? []}
        // Until the contacts are loaded, it is unknown who is one.
        savedOnly={isSavedOnly && contacts ? savedOnly : undefined}
        renderContactPicker={(onChoose) => <ContactPicker onChoose={onChoose} />}
        onTransferred={(changed) => {
          showWallet(queryClient, changed);
          finish();
        }}
      />
      {addressToSave !== undefined && (
        <AddContactDialog
          isOpen={isSaving}
          onClose={stopSaving}
          onGiveUp={stopSaving}
          walletAddress={addressToSave}
          isAbove
        />
      )}
    </>
  );
}

/** True if the allow-list is on: transfers go only to contacts, and withdrawals only to the address book. */
function useIsSavedOnly(): boolean {
  const { data: book } = useQuery(addressBookQuery);
  return book?.isAllowListOn ?? false;
}
