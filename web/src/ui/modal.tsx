import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useBackGuard } from './back-guard.ts';
import { IconButton } from './icon-button.tsx';
import styles from './modal.module.css';
import { OfflineNotice } from './online-button.tsx';
import { toast } from './toast.ts';

/** How long the dialog shakes after each refused way to dismiss it. */
const shakesMs = { 'outside-press': 1000, 'escape-key': 500 } as const;
type RefusedReason = keyof typeof shakesMs;

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  title?: string;
  /** Below the title. It describes the dialog to screen readers. */
  description?: ReactNode;
  /** Names a dialog without a visible title. */
  label?: string;
  /**
   * free: backdrop, Escape, Back and close button. deliberate: not the backdrop. button: only the close button and Back. none: only
   * the dialog's own actions.
   */
  dismissal?: 'free' | 'deliberate' | 'button' | 'none';
  dismissWarning?: string;
  /** Hides the page behind it instead of dimming it. */
  hasBlurredBackdrop?: boolean;
  /** For a dialog that no address names: Back closes it, and leads nowhere. */
  closesOnBack?: boolean;
  /** The content must be read before a press, so the action does not get the focus. */
  startsAtHeading?: boolean;
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

/**
 * The first field; else the action; if that can't be undone, the heading. Never the close button. A touch focuses no field: the
 * keyboard would cover the rest.
 */
function firstFocus(popup: HTMLElement | null, openType: string, isAtHeading: boolean): HTMLElement | true {
  if (popup === null) return true;
  if (openType === 'touch') return popup;
  if (isAtHeading) return popup.querySelector<HTMLElement>('[data-heading]') ?? popup;
  return (
    popup.querySelector<HTMLElement>('[data-body] :is(input:not([disabled], [hidden]), textarea)') ??
    popup.querySelector<HTMLElement>('[data-body] [data-variant="primary"]:not(:disabled)') ??
    popup.querySelector<HTMLElement>('[data-heading]') ??
    popup
  );
}

export function Modal(props: ModalProps) {
  const { isOpen, onClose, children, size = 'md', title, description, label } = props;
  const { dismissal = 'free', dismissWarning, hasBlurredBackdrop = false, startsAtHeading = false } = props;
  const { t } = useTranslation();
  const [shake, setShake] = useShake();
  const { isCovered, isLowest } = useModalStack(isOpen);
  const popup = useRef<HTMLDivElement>(null);

  function refuse(reason: RefusedReason) {
    toast.warning(dismissWarning ?? t('ui.modal.cannotDismiss'), { id: 'modal-cannot-dismiss' });
    setShake(reason);
  }

  // A dialog that hides the page stands for it: Back leaves both.
  const isHeld = dismissal === 'none' && !hasBlurredBackdrop;
  useBackGuard(isOpen && (isHeld || props.closesOnBack === true), () => {
    if (isHeld) refuse('escape-key');
    else onClose();
  });

  function handleOpenChange(willBeOpen: boolean, details: Dialog.Root.ChangeEventDetails) {
    if (willBeOpen) return;
    // While another dialog is above, the press is meant for that one.
    if (isCovered) {
      details.cancel();
      return;
    }
    const isMeant = dismissal === 'free' || (dismissal === 'deliberate' && details.reason === 'escape-key');
    if (!isMeant && isRefusable(details.reason)) {
      details.cancel();
      refuse(details.reason);
      return;
    }
    onClose();
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Dialog.Portal>
        {/* Two backdrops would darken the page twice. */}
        {isLowest && (
          <Dialog.Backdrop className={clsx(styles.backdrop, hasBlurredBackdrop && styles.blurred)} />
        )}
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            ref={popup}
            className={clsx(styles.popup, styles[size])}
            initialFocus={(openType) => firstFocus(popup.current, openType, startsAtHeading)}
            data-sheet=""
            data-covered={isCovered || undefined}
            data-shake={shake ?? undefined}
            aria-label={title ? undefined : label}
          >
            <ModalHeader title={title} hasCloseButton={dismissal !== 'none'} />
            {description && (
              <Dialog.Description className={styles.description}>{description}</Dialog.Description>
            )}
            <div className={styles.body} data-body="">
              <OfflineNotice />
              {children}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ModalHeaderProps {
  title: string | undefined;
  hasCloseButton: boolean;
}

function ModalHeader({ title, hasCloseButton }: ModalHeaderProps) {
  const { t } = useTranslation();
  if (!title && !hasCloseButton) return null;
  return (
    <header className={styles.header}>
      {title && (
        <Dialog.Title className={styles.title} tabIndex={-1} data-heading="">
          {title}
        </Dialog.Title>
      )}
      {hasCloseButton && (
        <Dialog.Close
          render={
            <IconButton label={t('ui.close')} className={styles.close}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
    </header>
  );
}

/** The open dialogs, the lowest first. */
const useOpenDialogs = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Dialogs can be above each other without being nested, for example for a proof. */
function useModalStack(isOpen: boolean): { isCovered: boolean; isLowest: boolean } {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    useOpenDialogs.setState(({ ids }) => ({ ids: [...ids, id] }));
    return () => useOpenDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
  }, [id, isOpen]);
  const { ids } = useOpenDialogs();
  const place = ids.indexOf(id);
  return { isCovered: place !== -1 && place < ids.length - 1, isLowest: place <= 0 };
}
