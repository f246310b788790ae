import { type ComponentType, useEffect, useState } from 'react';
import { useIsToastWaiting } from './toast.ts';

/** Late enough not to delay the first paint. From then on, a lost connection can be reported. */
const preloadAfterMs = 1500;
const retryAfterMs = 3000;

/**
 * Renders toasts. The code for them loads with the first toast, or when the page has settled. Not by `lazy`: a failed load would
 * take the whole page down. Here the toasts wait instead.
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
