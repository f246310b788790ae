import type { Contact } from '@mercury/contract/api/contacts.ts';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './address-book.module.css';
import formStyles from './withdrawals.module.css';

interface AllowListDialogProps {
  contacts: readonly Contact[];
  isOpen: boolean;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onConfirm: () => void;
}

/** Whom transfers will go to: one that somebody else has saved is seen here before it counts. */
export function AllowListDialog({
  contacts,
  isOpen,
  isPending,
  error,
  onClose,
  onConfirm,
}: AllowListDialogProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const hasChanged = error instanceof ApiError && error.code === 'ValidationFailed';
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('addressBook.allowList.contactsTitle')}
      description={t('addressBook.allowList.contactsText')}
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
        {error && (
          <Notice tone="failed">
            {hasChanged ? t('addressBook.allowList.contactsChanged') : errorMessage(error, t)}
          </Notice>
        )}
        <div className={formStyles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button isBusy={isPending} onClick={onConfirm}>
            {t('addressBook.allowList.turnOn')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
