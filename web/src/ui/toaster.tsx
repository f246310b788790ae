import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ToastKind, type ToastMessage, toastQueue, toastsMax } from './toast.ts';
import styles from './toaster.module.css';
import { useToastLift } from './use-toast-lift.ts';

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
