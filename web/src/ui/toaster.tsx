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
  useToastLift(viewport, toasts.length > 0);
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

function liftOf(viewport: HTMLElement): number {
  const sheet = [...document.querySelectorAll('[data-sheet]:not([data-ending-style], [data-covered])')].at(
    -1,
  );
  if (!sheet || !matchMedia(sheetScreens).matches) return 0;
  const action = [...sheet.querySelectorAll('[data-variant="primary"], [data-variant="danger"]')].at(-1);
  return toastLift({
    screenHeight: window.innerHeight,
    sheetTop: sheet.getBoundingClientRect().top,
    actionTop: action?.getBoundingClientRect().top,
    stackHeight: viewport.offsetHeight,
    gap,
  });
}

/** Looks at the sheet in every frame while toasts are shown: a sheet changes without an event, and toasts last only seconds. */
function useToastLift(viewport: RefObject<HTMLElement | null>, hasToasts: boolean): void {
  useEffect(() => {
    if (!hasToasts) return;
    let frame = 0;
    let lift = -1;
    const follow = () => {
      frame = requestAnimationFrame(follow);
      if (!viewport.current) return;
      const next = liftOf(viewport.current);
      if (next === lift) return;
      lift = next;
      viewport.current.style.setProperty('--toast-lift', `${lift}px`);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [viewport, hasToasts]);
}

interface SheetOnScreen {
  /** The screen's height, and distances from its upper edge, in px. */
  screenHeight: number;
  sheetTop: number;
  /** Of the sheet's main action; undefined if it has none. */
  actionTop: number | undefined;
  stackHeight: number;
  /** The free space around the stack. */
  gap: number;
}

/**
 * Above the screen's lower edge, while a sheet is open: on its upper edge if there is room, else above the action. Zero: the
 * usual place.
 */
export function toastLift({ screenHeight, sheetTop, actionTop, stackHeight, gap }: SheetOnScreen): number {
  const hasRoomAbove = sheetTop >= stackHeight + 2 * gap;
  if (hasRoomAbove) return screenHeight - sheetTop;
  const isActionInTheWay = actionTop !== undefined && actionTop < screenHeight;
  return isActionInTheWay ? Math.max(0, screenHeight - actionTop) : 0;
}
