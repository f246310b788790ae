import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ToastKind, type ToastMessage, toastQueue, toastsMax } from './toast.ts';
import styles from './toaster.module.css';

interface ToastDetails {
  kind: ToastKind;
}

const toastManager = Toast.createToastManager<ToastDetails>();

function showMessage({ id, kind, title, description, durationMs }: ToastMessage) {
  toastManager.add({
    id,
    title,
    description,
    // Not as the library's own type, whose 'loading' would stay for ever.
    data: { kind },
    timeout: durationMs,
    // Errors and warnings interrupt a screen reader, the others wait for a pause.
    priority: kind === 'error' || kind === 'warning' ? 'high' : 'low',
  });
}

const icons: Readonly<Record<ToastKind, typeof Info>> = {
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  loading: LoaderCircle,
};

function ToastList() {
  const { t, i18n } = useTranslation();
  const { toasts } = Toast.useToastManager<ToastDetails>();
  const outward = i18n.dir() === 'rtl' ? 'left' : 'right';
  return toasts.map((toast) => {
    const kind = toast.data?.kind ?? 'info';
    const Icon = icons[kind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        data-kind={kind}
        className={styles.toast}
        swipeDirection={['down', outward]}
      >
        <Toast.Content className={styles.content}>
          <Icon size={20} aria-hidden="true" className={styles[kind]} />
          <div className={styles.text}>
            <Toast.Title className={styles.title} />
            <Toast.Description className={styles.description} />
          </div>
          <Toast.Close className={styles.close} aria-label={t('ui.close')}>
            <X size={16} aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

function ToastStack() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager();
  const viewport = useRef<HTMLDivElement>(null);
  useShares(viewport, toasts.length > 0);
  return (
    <Toast.Viewport ref={viewport} className={styles.viewport} aria-label={t('ui.notifications')}>
      <ToastList />
    </Toast.Viewport>
  );
}

export function Toaster() {
  useEffect(() => {
    toastQueue.attach({ show: showMessage, dismiss: (id) => toastManager.close(id) });
    return toastQueue.detach;
  }, []);
  return (
    <Toast.Provider toastManager={toastManager} limit={toastsMax}>
      <Toast.Portal>
        <ToastStack />
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Where dialogs are sheets, as their style sheet says. */
const sheetScreens = '(width < 40rem)';
const gap = 16;

/** How toasts and the open dialog share the screen, in CSS pixels. */
interface Shares {
  /** From the screen's lower edge to the toasts, where that is more than the usual. */
  lift: number;
  /** At the upper and lower edge of the screen: kept free of the dialog. */
  roomAbove: number;
  roomBelow: number;
  /** At the end of a page, so that its last button can be scrolled out from under the toasts. */
  roomAfterPage: number;
}

const noShares: Shares = { lift: 0, roomAbove: 0, roomBelow: 0, roomAfterPage: 0 };

/**
 * On a phone, toasts stand on the sheet. Where that leaves too little room they have the screen's upper edge, and the sheet scrolls
 * below them: its lower part, which has the buttons, doesn't move.
 */
function sharesOnPhone(stack: HTMLElement, sheet: HTMLElement): Shares {
  const room = stack.offsetHeight + 2 * gap;
  const { innerHeight } = window;
  if (innerHeight - sheet.offsetHeight >= room) return { ...noShares, lift: sheet.offsetHeight };
  return { ...noShares, lift: innerHeight - room, roomAbove: room };
}

/** On a wide screen, toasts keep their corner. A dialog that reaches into it makes room: it moves up, and scrolls if it must. */
function sharesOnWideScreen(stack: HTMLElement, dialog: HTMLElement): Shares {
  const { left, right, top } = stack.getBoundingClientRect();
  // The dialog's own measures, without what moves it: else it would move to and fro.
  const isBeside = dialog.offsetLeft >= right || dialog.offsetLeft + dialog.offsetWidth <= left;
  const lowerEdge = Math.min(window.innerHeight, (window.innerHeight + dialog.offsetHeight) / 2);
  if (isBeside || lowerEdge + gap <= top) return noShares;
  return { ...noShares, roomBelow: window.innerHeight - top + gap };
}

const isOpen = ':not([data-ending-style], [data-covered])';

function sharesNow(stack: HTMLElement): Shares {
  const isPhone = matchMedia(sheetScreens).matches;
  const dialog = [...document.querySelectorAll<HTMLElement>(`[data-sheet][role]${isOpen}`)].at(-1);
  if (dialog) return isPhone ? sharesOnPhone(stack, dialog) : sharesOnWideScreen(stack, dialog);
  const roomAfterPage = isPhone ? stack.offsetHeight + 2 * gap : 0;
  const bar = [...document.querySelectorAll('[data-sheet]:not([role])')].at(-1);
  if (!bar || !isPhone) return { ...noShares, roomAfterPage };
  return { ...noShares, roomAfterPage, lift: window.innerHeight - bar.getBoundingClientRect().top };
}

/** Sets the shares for the style sheets of toasts, dialogs and pages. The dialog's actions stay in sight. */
function share(next: Shares, last: Shares): void {
  const { style } = document.documentElement;
  style.setProperty('--toast-lift', `${next.lift}px`);
  style.setProperty('--toast-room-above', `${next.roomAbove}px`);
  style.setProperty('--toast-room-below', `${next.roomBelow}px`);
  style.setProperty('--toast-room-after-page', `${next.roomAfterPage}px`);
  const moved = next.roomAbove + next.roomBelow - last.roomAbove - last.roomBelow;
  if (moved === 0) return;
  for (const sheet of document.querySelectorAll('[data-sheet][role]')) {
    sheet.parentElement?.scrollBy({ top: moved, behavior: 'instant' });
  }
}

function isSame(one: Shares, other: Shares): boolean {
  return (
    one.lift === other.lift &&
    one.roomAbove === other.roomAbove &&
    one.roomBelow === other.roomBelow &&
    one.roomAfterPage === other.roomAfterPage
  );
}

/** Measures in every frame while toasts are shown: a dialog changes without an event, and toasts last only seconds. */
function useShares(viewport: RefObject<HTMLElement | null>, hasToasts: boolean): void {
  useEffect(() => {
    if (!hasToasts) return;
    let frame = 0;
    let last = noShares;
    const follow = () => {
      frame = requestAnimationFrame(follow);
      if (!viewport.current) return;
      const next = sharesNow(viewport.current);
      if (isSame(next, last)) return;
      share(next, last);
      last = next;
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      share(noShares, last);
    };
  }, [viewport, hasToasts]);
}
