import { type ComponentType, useEffect, useState } from 'react';
import { useIsToastWaiting } from './toast.ts';

/** Late enough to be out of the way of the first paint. Once it is there, a lost connection can be told of. */
const preloadAfterMs = 1500;
const retryAfterMs = 3000;

/**
 * Shows toasts. What shows them is fetched when there is the first to show, or when the page has come to rest. It is
 * not left to `lazy`, which would take the whole page down where it can't be fetched: the toasts wait instead.
 */
export function ToasterHost() {
  const isWaiting = useIsToastWaiting();
  const [Toaster, setToaster] = useState<ComponentType>();
  const [failureCount, setFailureCount] = useState(0);
  const isMissing = Toaster === undefined;
  useEffect(() => {
    if (!isMissing) return;
    const waitMs = failureCount > 0 ? retryAfterMs : isWaiting ? 0 : preloadAfterMs;
    const timer = setTimeout(() => {
      import('./toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => setFailureCount((count) => count + 1),
      );
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isMissing, isWaiting, failureCount]);
  return Toaster && <Toaster />;
}
