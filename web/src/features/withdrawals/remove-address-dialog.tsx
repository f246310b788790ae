import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useRemoveAddress } from './use-address-book.ts';
import styles from './withdrawals.module.css';

interface RemoveAddressDialogProps {
  entry: WithdrawalAddress;
  isOpen: boolean;
  onClose: () => void;
}

export function RemoveAddressDialog({ entry, isOpen, onClose }: RemoveAddressDialogProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = useRemoveAddress();

  function remove() {
    mutate(entry.id, {
      onSuccess: () => {
        toast.success(t('addressBook.removed'));
        onClose();
      },
    });
  }

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={t('addressBook.removeTitle')}
      description={t('addressBook.removeText', { name: `\u2068${entry.label}\u2069` })}
    >
      <div className={styles.form}>
        <AddressText address={entry.address} isWhole />
        {error && (
          <Notice tone="failed">
            {errorMessage(error, t, { fallback: t('addressBook.failedToRemove') })}
          </Notice>
        )}
        <div className={styles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" isBusy={isPending} onClick={remove}>
            {t('addressBook.confirmRemove')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
