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
  /** Stands in the part's place until it is there. */
  whileLoading?: ReactNode;
  /** The person goes on without the part; whoever opened it forgets that it was asked for. */
  onGiveUp?: () => void;
}

/**
 * A part of a page that is fetched when it is first shown. Where that fails, without a connection or after an update,
 * the page around it stays and a notice offers to reload it. Trying again would not help: a browser remembers a module
 * that it could not fetch for as long as the page lives.
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
          {/* What is left after our own are taken away is the part's; TypeScript can't subtract from a generic. */}
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

/** Says that a dialog or a menu could not be fetched. It is no toast: those are fetched too, and have no buttons. */
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

interface PressedPart {
  /** The button was pressed: the part takes its place, and shows the button itself while it is on its way. */
  isPressed: boolean;
  /** The part could not be fetched: the button stands alone again. */
  giveUp: () => void;
  handlers: {
    onPointerEnter: () => void;
    onFocus: () => void;
    onClick: () => void;
  };
}

/**
 * For what opens at a button and is fetched when that is first pressed. A pointer or the focus on its way announces the
 * press; whether the fetch failed is told by the press itself.
 */
export function usePressedPart(load: () => Promise<unknown>): PressedPart {
  const [isPressed, setIsPressed] = useState(false);
  const preload = () => void load().catch(() => undefined);
  return {
    isPressed,
    giveUp: () => setIsPressed(false),
    handlers: { onPointerEnter: preload, onFocus: preload, onClick: () => setIsPressed(true) },
  };
}

/** Far enough ahead that what is fetched then is there when it is scrolled to. */
const distance = '320px';

interface NearOptions {
  /** For how long it must stay near: a page that is still growing shows its end for a moment. */
  forMs?: number;
}

/** Whether an element has come near what can be seen; once it has, that stays so. */
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
