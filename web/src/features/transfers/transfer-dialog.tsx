import type { Recipient, Wallet } from '@mercury/contract/api/wallets.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import type { Attempt, MeantOrder } from '../../domain/attempts.ts';
import type { DialogAddress } from '../../domain/dialog-address.ts';
import { findLookAlike, type KnownAddress } from '../../domain/look-alike-warning.tsx';
import { useDialogStep } from '../../domain/opened-by.ts';
import { isTypeable } from '../../domain/request-link.ts';
import { recentRecipientsQuery } from '../../domain/transactions.ts';
import { mostValuable } from '../../domain/wallets-query.ts';
import { Modal } from '../../ui/modal.tsx';
import type { SavedContact } from '../../domain/contact-email.ts';
import { orderOf, type OwnNames, sourceIn, type TransferEntry, type TransferSource } from './draft.ts';
import { type RefusedRecipient, type SavedOnly, TransferForm } from './transfer-form.tsx';
import { TransferReceipt } from './transfer-receipt.tsx';
import { TransferReview } from './transfer-review.tsx';
import { type TransferOrder, transferAttempts, useTransfer } from './use-transfer.ts';

/** What the dialog begins with: from a contact, a wallet, or a link that anybody can have written. */
export type TransferBeginning = Omit<Extract<DialogAddress, { kind: 'transfer' }>, 'kind'>;

export interface TransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  wallets: readonly Wallet[];
  own: OwnNames;
  beginning: TransferBeginning;
  nameOf: (address: string | null) => string | undefined;
  /** Undefined until they are loaded. */
  contacts: readonly SavedContact[] | undefined;
  hasTwoFactor: boolean;
  savedOnly?: SavedOnly | undefined;
  renderContactPicker: (onChoose: (contact: { walletAddress: string }) => void) => ReactNode;
  /** The wallet in the server's reply. */
  onTransferred: (wallet: Wallet) => void;
}

/** Every address that the person has dealt with. Contacts come first, because a contact's name says more than a past transfer. */
function useKnownAddresses({
  own,
  contacts = [],
}: Pick<TransferDialogProps, 'own' | 'contacts'>): readonly KnownAddress[] {
  const { data: recipients = [] } = useQuery(recentRecipientsQuery);
  return [
    ...contacts.map(
      ({ name, walletAddress }) => ({ kind: 'contact', name, address: walletAddress }) as const,
    ),
    ...(own.address === undefined ? [] : [{ kind: 'own', address: own.address } as const]),
    ...recipients.map((address) => ({ kind: 'recent', address }) as const),
  ];
}

/** An amount that the form could not take is left out. The other texts are shown and checked like typed ones. */
function entryOf(
  { currency: asked, to = '', amount = '', note = '' }: TransferBeginning,
  wallets: readonly Wallet[],
): TransferEntry {
  // An amount without a currency is the product's own coin's, as in links of before.
  const likely = amount === '' ? mostValuable(wallets) : undefined;
  const currency = asked ?? likely ?? coinCode;
  return {
    currency,
    amount: isTypeable(amount, currency) ? amount : '',
    recipientAddress: to,
    note,
    isSaved: false,
    contactName: '',
  };
}

interface Reviewed {
  /** As it was then: an event about the transfer may arrive before its answer. */
  source: TransferSource;
  recipient: Recipient;
  /** The same was sent before and got no answer. */
  isRepeat: boolean;
  /** What was confirmed: another press tries the same again. */
  attempt?: Attempt<TransferOrder>;
}

interface Confirmation {
  twoFactorCode: string;
  meant: MeantOrder | undefined;
}

/** What the person entered, what they reviewed, and the resulting transfer. */
function useTransferFlow({ isOpen, beginning, wallets, onTransferred }: TransferDialogProps) {
  const step = useDialogStep('review', isOpen);
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [entry, setEntry] = useState<TransferEntry>(() => entryOf(beginning, wallets));
  const [refusedRecipient, setRefusedRecipient] = useState<RefusedRecipient>();
  const transfer = useTransfer();
  return {
    entry,
    refusedRecipient,
    reviewed: step.isShown ? reviewed : undefined,
    transfer,
    review: (checked: TransferEntry, recipient: Recipient) => {
      setEntry(checked);
      setRefusedRecipient(undefined);
      transfer.reset();
      setReviewed({
        source: sourceIn(wallets, checked.currency),
        recipient,
        isRepeat: transferAttempts.isLost(orderOf(checked, recipient.walletAddress)),
      });
      step.open();
    },
    goBack: step.leave,
    confirm: (shown: Reviewed, { twoFactorCode, meant }: Confirmation) => {
      const order = orderOf(entry, shown.recipient.walletAddress);
      const attempt = shown.attempt ?? transferAttempts.choose(order, meant);
      // Another tab may have lost one meanwhile: then the review asks.
      setReviewed({
        ...shown,
        isRepeat: shown.isRepeat || attempt === undefined,
        ...(attempt && { attempt }),
      });
      if (attempt === undefined) return;
      const onSuccess = (reply: { wallet: Wallet }) => onTransferred(reply.wallet);
      const onError = (error: Error) => {
        // Only the form can fix a recipient that the allow-list does not contain.
        if (!(error instanceof ApiError) || error.code !== 'AddressNotAllowed') return;
        setRefusedRecipient({ message: error.message });
        step.leave();
      };
      transfer.mutate({ attempt, twoFactorCode }, { onSuccess, onError });
    },
  };
}

export function TransferDialog(props: TransferDialogProps) {
  const { t } = useTranslation();
  const { nameOf, own, wallets } = props;
  const { entry, reviewed, refusedRecipient, transfer, review, goBack, confirm } = useTransferFlow(props);
  const known = useKnownAddresses(props);
  const recipientName =
    nameOf(reviewed?.recipient.walletAddress ?? null) ?? (entry.isSaved ? entry.contactName : undefined);
  const title = reviewed ? t('transfer.reviewTitle') : t('transfer.title');
  return (
    <Modal
      isOpen={props.isOpen}
      onClose={props.onClose}
      size={reviewed ? 'md' : 'lg'}
      title={transfer.data ? t('transfer.completed') : title}
      description={reviewed || transfer.data ? undefined : t('transfer.description')}
      dismissal={transfer.isPending ? 'none' : 'free'}
      dismissWarning={t('transfer.cannotClose')}
    >
      {transfer.data && (
        <TransferReceipt
          transaction={transfer.data.transaction}
          tookMs={transfer.data.tookMs}
          senderAddress={own.address}
          recipientName={recipientName}
          onDone={props.onClose}
        />
      )}
      {!transfer.data && !reviewed && (
        <TransferForm
          wallets={wallets}
          own={own}
          contacts={props.contacts}
          entry={entry}
          refusedRecipient={refusedRecipient}
          nameOf={nameOf}
          lookAlikeOf={(typed) => findLookAlike(typed, known)}
          savedOnly={props.savedOnly}
          renderContactPicker={props.renderContactPicker}
          onReview={review}
        />
      )}
      {!transfer.data && reviewed && (
        <TransferReview
          entry={entry}
          source={reviewed.source}
          recipient={reviewed.recipient}
          isRepeat={reviewed.isRepeat}
          isAsked={reviewed.isRepeat && reviewed.attempt === undefined}
          recipientName={recipientName}
          lookAlike={findLookAlike(reviewed.recipient.walletAddress, known)}
          hasTwoFactor={props.hasTwoFactor}
          error={transfer.error}
          isProcessing={transfer.isPending}
          onConfirm={(twoFactorCode, meant) => confirm(reviewed, { twoFactorCode, meant })}
          onBack={goBack}
        />
      )}
    </Modal>
  );
}
