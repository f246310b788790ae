import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { getBalance, Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { showWallet, walletsQuery } from '../domain/wallets-query.ts';
import { configQuery } from '../domain/config-query.ts';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
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
  async () => (await import('../features/withdrawals/withdrawal-modal.tsx')).WithdrawalCodeDialog,
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

/** The name that the person gave an address. */
export function useContactName() {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  return (address: string | null) => (address === null ? undefined : contactNameOf(contacts, address));
}

type DashboardDialogsProps = ReturnType<typeof useDashboardDialogs> & {
  hasTwoFactor: boolean;
};

export function DashboardDialogs(props: DashboardDialogsProps) {
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
          currency={dialog.currency ?? coinCode}
          recipientAddress={dialog.recipientAddress ?? ''}
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
        onTransferred={(changed) => showWallet(queryClient, changed)}
      />
      {addressToSave !== undefined && (
        <AddContactDialog
          isOpen={isSaving}
          onClose={stopSaving}
          onGiveUp={stopSaving}
          walletAddress={addressToSave}
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
