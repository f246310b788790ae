import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { findLookAlike, type KnownAddress } from '../../domain/look-alike-warning.tsx';
import { recentRecipientsQuery } from '../../domain/transactions.ts';
import { Modal } from '../../ui/modal.tsx';
import { emptyEntry, orderOf, type TransferEntry } from './draft.ts';
import { type RefusedRecipient, type SavedOnly, TransferForm } from './transfer-form.tsx';
import { TransferReceipt } from './transfer-receipt.tsx';
import { TransferReview } from './transfer-review.tsx';
import { useTransfer } from './use-transfer.ts';

export interface TransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  wallet: Wallet;
  /** Filled in when the dialog opens from a contact. */
  recipientAddress: string;
  nameOf: (address: string | null) => string | undefined;
  contacts: readonly { name: string; walletAddress: string }[];
  hasTwoFactor: boolean;
  savedOnly?: SavedOnly | undefined;
  renderContactPicker: (onChoose: (contact: { walletAddress: string }) => void) => ReactNode;
  /** The wallet in the server's reply. */
  onTransferred: (wallet: Wallet) => void;
}

/** Every address that the person has dealt with. Contacts come first, because a contact's name says more than a past transfer. */
function useKnownAddresses({
  wallet,
  contacts,
}: Pick<TransferDialogProps, 'wallet' | 'contacts'>): readonly KnownAddress[] {
  const { data: recipients = [] } = useQuery(recentRecipientsQuery);
  return [
    ...contacts.map(
      ({ name, walletAddress }) => ({ kind: 'contact', name, address: walletAddress }) as const,
    ),
    ...(wallet.address === undefined ? [] : [{ kind: 'own', address: wallet.address } as const]),
    ...recipients.map((address) => ({ kind: 'recent', address }) as const),
  ];
}

/** What the person entered, the wallet at the review, and the resulting transfer. */
function useTransferFlow({ recipientAddress, wallet, onTransferred }: TransferDialogProps) {
  // The wallet at the review: an event about the transfer may arrive before its answer.
  const [reviewedWallet, setReviewedWallet] = useState<Wallet | null>(null);
  const [entry, setEntry] = useState<TransferEntry>({ ...emptyEntry, recipientAddress });
  const [refusedRecipient, setRefusedRecipient] = useState<RefusedRecipient>();
  const transfer = useTransfer();
  const goBack = () => {
    transfer.reset();
    setReviewedWallet(null);
  };
  return {
    entry,
    refusedRecipient,
    reviewedWallet,
    transfer,
    review: (reviewed: TransferEntry) => {
      setEntry(reviewed);
      setRefusedRecipient(undefined);
      setReviewedWallet(wallet);
    },
    goBack,
    confirm: (twoFactorCode: string) => {
      const order = orderOf(entry, wallet.currency);
      const onSuccess = (reply: { wallet: Wallet }) => onTransferred(reply.wallet);
      const onError = (error: Error) => {
        // Only the form can fix a recipient that the allow-list does not contain.
        if (!(error instanceof ApiError) || error.code !== 'AddressNotAllowed') return;
        setRefusedRecipient({ message: error.message });
        goBack();
      };
      transfer.mutate({ order, twoFactorCode }, { onSuccess, onError });
    },
  };
}

export function TransferDialog(props: TransferDialogProps) {
  const { t } = useTranslation();
  const { nameOf, wallet } = props;
  const { entry, reviewedWallet, refusedRecipient, transfer, review, goBack, confirm } =
    useTransferFlow(props);
  const known = useKnownAddresses(props);
  const recipientName =
    nameOf(entry.recipientAddress.trim()) ?? (entry.isSaved ? entry.contactName : undefined);
  const isEntering = reviewedWallet === null;
  const title = isEntering ? t('transfer.title') : t('transfer.reviewTitle');
  return (
    <Modal
      isOpen={props.isOpen}
      onClose={props.onClose}
      size={isEntering ? 'lg' : 'md'}
      title={transfer.data ? t('transfer.completed') : title}
      description={isEntering ? t('transfer.description', { coin: wallet.currency }) : undefined}
      dismissal={transfer.isPending ? 'none' : 'free'}
      dismissWarning={t('transfer.cannotClose')}
    >
      {transfer.data && (
        <TransferReceipt
          transaction={transfer.data.transaction}
          tookMs={transfer.data.tookMs}
          senderAddress={wallet.address}
          recipientName={recipientName}
          onDone={props.onClose}
        />
      )}
      {!transfer.data && isEntering && (
        <TransferForm
          wallet={wallet}
          entry={entry}
          refusedRecipient={refusedRecipient}
          nameOf={nameOf}
          lookAlikeOf={(address) => findLookAlike(address, known)}
          savedOnly={props.savedOnly}
          renderContactPicker={props.renderContactPicker}
          onReview={review}
        />
      )}
      {!transfer.data && reviewedWallet && (
        <TransferReview
          entry={entry}
          wallet={reviewedWallet}
          recipientName={recipientName}
          lookAlike={findLookAlike(entry.recipientAddress, known)}
          hasTwoFactor={props.hasTwoFactor}
          error={transfer.error}
          isProcessing={transfer.isPending}
          onConfirm={confirm}
          onBack={goBack}
        />
      )}
    </Modal>
  );
}
