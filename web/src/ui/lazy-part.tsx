import { CloudAlert, X } from 'lucide-react';
import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { IconButton } from './icon-button.tsx';
import { lazyComponent } from './lazy-component.tsx';
import styles from './lazy-part.module.css';

interface LazyPartProps {
  /** Shown until the part is there. */
  whileLoading?: ReactNode;
  /** The caller forgets that the part was wanted. */
  onGiveUp?: () => void;
}

/**
 * Loads when first shown. If that fails (no connection, an update), the page around it stays and a notice offers a reload:
 * browsers remember a failed module for as long as the page lives.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyComponent(load);
  function LazyPart({ whileLoading, onGiveUp, ...props }: Props & LazyPartProps): ReactNode {
    return (
      <ErrorBoundary
        fallback={
          <>
            {whileLoading}
            <PartFailure onGiveUp={onGiveUp} />
          </>
        }
      >
        <Suspense fallback={whileLoading}>
          {/* The rest are the part's. TypeScript can't subtract from a generic type. */}
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyPart, { preload: Part.preload });
}

interface PartFailureProps {
  onGiveUp: (() => void) | undefined;
}

/** No toast: toasts load too, and have no buttons. */
function PartFailure({ onGiveUp }: PartFailureProps) {
  const { t } = useTranslation();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return createPortal(
    <div className={styles.failure} role="alert">
      <CloudAlert size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.title}>{t('errors.partTitle')}</p>
        <p className={styles.text}>{t('errors.partText')}</p>
        <div className={styles.actions}>
          <Button size="small" onClick={() => window.location.reload()}>
            {t('errors.reload')}
          </Button>
        </div>
      </div>
      <IconButton
        label={t('ui.close')}
        className={styles.close}
        onClick={() => {
          setIsDismissed(true);
          onGiveUp?.();
        }}
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>,
    document.body,
  );
}

export interface PressedPart {
  /** The button was pressed: the part replaces it, and shows the button itself while it loads. */
  isPressed: boolean;
  /** The button is alone again. */
  giveUp: () => void;
  handlers: {
    onPointerEnter: () => void;
    onFocus: () => void;
    onClick: () => void;
  };
}

/** Loads at the first press of its button. Pointer or focus start it early; only the press reports a failure. */
export function usePressedPart(load: () => Promise<unknown>): PressedPart {
  const [isPressed, setIsPressed] = useState(false);
  const preload = () => void load().catch(() => undefined);
  return {
    isPressed,
    giveUp: () => setIsPressed(false),
    handlers: { onPointerEnter: preload, onFocus: preload, onClick: () => setIsPressed(true) },
  };
}

/** The content is loaded before the person scrolls to it. */
const distance = '320px';

interface NearOptions {
  /** A growing page shows its end for a moment. */
  forMs?: number;
}

/** Stays true. */
export function useIsNear(ref: RefObject<Element | null>, { forMs = 0 }: NearOptions = {}): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return;
    let patience: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(patience);
        if (entries.at(-1)?.isIntersecting !== true) return;
        if (forMs === 0) setIsNear(true);
        else patience = setTimeout(() => setIsNear(true), forMs);
      },
      { rootMargin: `${distance} 0px` },
    );
    observer.observe(element);
    return () => {
      clearTimeout(patience);
      observer.disconnect();
    };
  }, [forMs, isNear, ref]);
  return isNear;
}
