import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import styles from './modal.module.css';
import { toast } from './toast.ts';

/** What a refused dismissal was tried with, and for how long the dialog shakes its head at it. */
const shakesMs = { 'outside-press': 1000, 'escape-key': 500 } as const;
type RefusedReason = keyof typeof shakesMs;

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  title?: string;
  /** Stands under the title, and describes the dialog to a screen reader. */
  description?: ReactNode;
  /** Names the dialog where it shows no title of its own. */
  label?: string;
  /** free: backdrop, Escape and close button. button: the close button only. none: only what it asks for. */
  dismissal?: 'free' | 'button' | 'none';
  dismissWarning?: string;
  /** Hides the page behind it, rather than dimming it. */
  hasBlurredBackdrop?: boolean;
}

function isRefusable(reason: string): reason is RefusedReason {
  return reason in shakesMs;
}

function useShake() {
  const [shake, setShake] = useState<RefusedReason | null>(null);
  useEffect(() => {
    if (!shake) return;
    const timer = setTimeout(() => setShake(null), shakesMs[shake]);
    return () => clearTimeout(timer);
  }, [shake]);
  return [shake, setShake] as const;
}

/** The first field, which is what most dialogs are opened for. A touch would raise the keyboard over the rest. */
function firstField(body: RefObject<HTMLElement | null>, openType: string) {
  if (openType === 'touch') return true;
  return body.current?.querySelector<HTMLElement>('input:not([disabled], [hidden]), textarea') ?? true;
}

export function Modal(props: ModalProps) {
  const { isOpen, onClose, children, size = 'md', title, description, label } = props;
  const { dismissal = 'free', dismissWarning, hasBlurredBackdrop = false } = props;
  const { t } = useTranslation();
  const [shake, setShake] = useShake();
  const body = useRef<HTMLDivElement>(null);

  function handleOpenChange(willBeOpen: boolean, details: Dialog.Root.ChangeEventDetails) {
    if (willBeOpen) return;
    if (dismissal !== 'free' && isRefusable(details.reason)) {
      details.cancel();
      toast.warning(dismissWarning ?? t('ui.modal.cannotDismiss'), { id: 'modal-cannot-dismiss' });
      setShake(details.reason);
      return;
    }
    onClose();
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={clsx(styles.backdrop, hasBlurredBackdrop && styles.blurred)} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            className={clsx(styles.popup, styles[size])}
            initialFocus={(openType) => firstField(body, openType)}
            data-sheet=""
            data-shake={shake ?? undefined}
            aria-label={title ? undefined : label}
          >
            {(title || dismissal !== 'none') && (
              <header className={styles.header}>
                {title && <Dialog.Title className={styles.title}>{title}</Dialog.Title>}
                {dismissal !== 'none' && (
                  <Dialog.Close
                    render={
                      <IconButton label={t('ui.close')} className={styles.close}>
                        <X size={20} aria-hidden="true" />
                      </IconButton>
                    }
                  />
                )}
              </header>
            )}
            {description && (
              <Dialog.Description className={styles.description}>{description}</Dialog.Description>
            )}
            <div ref={body} className={styles.body}>
              {children}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
