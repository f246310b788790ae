import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useHasRested } from '../../ui/use-has-rested.ts';
import styles from './address-book.module.css';
import formStyles from './withdrawals.module.css';

/** As long as it takes to see that the list above the button is another. */
const changeRestMs = 600;

interface AllowListDialogProps {
  /** As they are now: one may come or go while the person looks. */
  contacts: readonly Contact[];
  isOpen: boolean;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: (contactIds: string[]) => void;
}

function textOf(contacts: readonly Contact[]): string {
  const rows = contacts.map(({ id, name, walletAddress }) => JSON.stringify([id, name, walletAddress]));
  return rows.toSorted().join();
}

/** What the person is to look at, and whether it is another list than they began with. */
function useSeenContacts(contacts: readonly Contact[], isFrozen: boolean) {
  const [seen, setSeen] = useState({ contacts, hasChanged: false });
  // What was just confirmed stays as it was confirmed, until the answer is there.
  const isOther = !isFrozen && textOf(seen.contacts) !== textOf(contacts);
  if (isOther) setSeen({ contacts, hasChanged: true });
  const hasRested = useHasRested(textOf(seen.contacts), changeRestMs);
  return { ...seen, isRested: hasRested || !seen.hasChanged };
}

/** Whom transfers will go to: one that somebody else has saved is seen here before it counts. */
export function AllowListDialog({
  contacts: contactsOfNow,
  isOpen,
  isPending,
  error,
  onClose,
  onConfirm,
}: AllowListDialogProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { contacts, hasChanged, isRested } = useSeenContacts(contactsOfNow, isPending || !isOpen);
  const isRefusedAsChanged = error instanceof ApiError && error.code === 'ValidationFailed';
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('addressBook.allowList.contactsTitle')}
      description={t('addressBook.allowList.contactsText')}
      startsAtHeading
    >
      <div className={formStyles.form}>
        <p>{t('addressBook.allowList.contactsCount', { number: formatCount(contacts.length, formatTag) })}</p>
        <ul className={styles.contacts}>
          {contacts.map(({ id, name, walletAddress }) => (
            <li key={id} className={styles.contact}>
              <span className={styles.name}>
                <bdi>{name}</bdi>
              </span>
              <AddressText address={walletAddress} isWhole />
            </li>
          ))}
        </ul>
        {(hasChanged || isRefusedAsChanged) && (
          <Notice tone="failed">{t('addressBook.allowList.contactsChanged')}</Notice>
        )}
        {error && !isRefusedAsChanged && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
        <div className={formStyles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            isBusy={isPending}
            isBlocked={!isRested}
            onClick={() => onConfirm(contacts.map(({ id }) => id))}
          >
            {t('addressBook.allowList.turnOn')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
