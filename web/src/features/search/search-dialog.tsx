import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search-dialog.module.css';

interface SearchDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Only there while the dialog is open: each opening starts fresh. */
  children: ReactNode;
}

export function SearchDialog({ isOpen, onClose, children }: SearchDialogProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            ref={popup}
            className={styles.popup}
            aria-label={t('search.title')}
            // Also after a touch: whoever opens a search wants to type.
            initialFocus={() => popup.current?.querySelector('input') ?? true}
          >
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
