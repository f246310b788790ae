import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import styles from './form.module.css';
import { Modal } from './modal.tsx';
import { Notice } from './notice.tsx';
import { OnlineButton } from './online-button.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The question. */
  title: string;
  /** The consequence of a yes. */
  description: string;
  /** The subject of the question, if words alone don't show it. */
  children?: ReactNode;
  confirmLabel: string;
  /** Of the way out, where "Cancel" could be the yes. */
  keepLabel?: string;
  onConfirm: () => void;
  isBusy?: boolean;
  /** Why the last attempt failed. */
  problem?: string | null;
  /** Waits for the connection, like everything about money. */
  needsConnection?: boolean;
  closesOnBack?: boolean;
}

/** Asks yes or no before something is removed or can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, children, confirmLabel, onConfirm } = props;
  const { keepLabel, isBusy = false, problem, needsConnection = false, closesOnBack = false } = props;
  const { t } = useTranslation();
  const ConfirmButton = needsConnection ? OnlineButton : Button;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={title}
      description={description}
      closesOnBack={closesOnBack}
    >
      <div className={styles.form}>
        {children}
        {problem && <Notice tone="failed">{problem}</Notice>}
        <div className={styles.pair}>
          <Button variant="secondary" onClick={onClose}>
            {keepLabel ?? t('common.cancel')}
          </Button>
          <ConfirmButton variant="danger" isBusy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </ConfirmButton>
        </div>
      </div>
    </Modal>
  );
}
