import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { configQuery } from '../domain/config-query.ts';
import { useFinishDialog } from '../domain/drafts.ts';
import { showWallet, walletsQuery } from '../domain/wallets-query.ts';
import { allContactsQuery, contactNameOf } from '../features/contacts/queries.ts';
import type { TransferBeginning } from '../features/transfers/transfer-dialog.tsx';
import { addressBookQuery } from '../features/withdrawals/queries.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const TransferDialog = lazyPart(
  async () => (await import('../features/transfers/transfer-dialog.tsx')).TransferDialog,
);
const ContactPicker = lazyPart(
  async () => (await import('../features/contacts/contact-picker.tsx')).ContactPicker,
);
const AddContactDialog = lazyPart(
  async () => (await import('../features/contacts/contact-dialogs.tsx')).AddContactDialog,
);

/** The name that the person gave an address. */
export function useContactName() {
  const { data: contacts = [] } = useQuery(allContactsQuery);
  return (address: string | null) => (address === null ? undefined : contactNameOf(contacts, address));
}

/** True if the allow-list is on: transfers go only to contacts, and withdrawals only to the address book. */
function useIsSavedOnly(): boolean {
  const { data: book } = useQuery(addressBookQuery);
  return book?.isAllowListOn ?? false;
}

interface ConnectedTransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onGiveUp: () => void;
  beginning: TransferBeginning;
  hasTwoFactor: boolean;
}

export function ConnectedTransferDialog(props: ConnectedTransferDialogProps) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { data: balance } = useQuery(walletsQuery);
  const { data: contacts } = useQuery(allContactsQuery);
  const nameOf = useContactName();
  const isSavedOnly = useIsSavedOnly();
  const { data: config } = useQuery(configQuery);
  const finish = useFinishDialog();
  const [addressToSave, setAddressToSave] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  if (!balance) return null;
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
        wallets={balance.wallets}
        own={{ address: balance.wallet.address, username: user?.username }}
        nameOf={nameOf}
        contacts={contacts}
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
