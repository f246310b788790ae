import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { type TransferEntry, emptyEntry, orderOf } from './entry.ts';
import { TransferForm } from './transfer-form.tsx';
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
  renderContactPicker: (onChoose: (contact: { walletAddress: string }) => void) => ReactNode;
  /** The wallet as the server's reply knows it. */
  onTransferred: (wallet: Wallet) => void;
}

export function TransferDialog(props: TransferDialogProps) {
  const { t } = useTranslation();
  // The wallet as it was reviewed: news of the transfer itself may come before its answer.
  const [reviewedWallet, setReviewedWallet] = useState<Wallet | null>(null);
  const [entry, setEntry] = useState<TransferEntry>({
    ...emptyEntry,
    recipientAddress: props.recipientAddress,
  });
  const transfer = useTransfer();
  const { nameOf, wallet, onTransferred } = props;
  const recipientName =
    nameOf(entry.recipientAddress.trim()) ?? (entry.isSaved ? entry.contactName : undefined);

  function confirm() {
    transfer.mutate(orderOf(entry, wallet.currency), {
      onSuccess: (reply) => {
        onTransferred(reply.wallet);
        toast.success(t('transfer.completed'));
      },
    });
  }

  const isEntering = reviewedWallet === null;
  return (
    <Modal
      isOpen={props.isOpen}
      onClose={props.onClose}
      size={isEntering ? 'lg' : 'md'}
      title={titleOf()}
      description={isEntering ? t('transfer.description', { coin: coinCode }) : undefined}
      dismissal={transfer.isPending ? 'none' : 'free'}
      dismissWarning={t('transfer.cannotClose')}
    >
      {transfer.data && (
        <TransferReceipt
          transaction={transfer.data.transaction}
          recipientName={recipientName}
          onDone={props.onClose}
        />
      )}
      {!transfer.data && isEntering && (
        <TransferForm
          wallet={wallet}
          entry={entry}
          nameOf={nameOf}
          renderContactPicker={props.renderContactPicker}
          onReview={(reviewed) => {
            setEntry(reviewed);
            setReviewedWallet(wallet);
          }}
        />
      )}
      {!transfer.data && reviewedWallet && (
        <TransferReview
          entry={entry}
          wallet={reviewedWallet}
          recipientName={recipientName}
          error={transfer.error}
          isProcessing={transfer.isPending}
          onConfirm={confirm}
          onBack={() => {
            transfer.reset();
            setReviewedWallet(null);
          }}
        />
      )}
    </Modal>
  );

  function titleOf(): string {
    if (transfer.data) return t('transfer.completed');
    return isEntering ? t('transfer.title') : t('transfer.reviewTitle');
  }
}
