import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { toastQueue } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Fetches what shows toasts when there is the first to show: most first visits have none. */
export function ToasterHost() {
  const isWaiting = useSyncExternalStore(toastQueue.subscribe, toastQueue.isWaiting);
  const [isWanted, setIsWanted] = useState(false);
  if (isWaiting && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
