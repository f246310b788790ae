import { lazy, Suspense, useEffect, useState } from 'react';
import { useAuthDialog } from './auth-dialog.ts';

const loadDialogs = () => import('./auth-dialogs.tsx');
const AuthDialogs = lazy(async () => ({ default: (await loadDialogs()).AuthDialogs }));

/** Late enough to be out of the way of the first paint, early enough to be there before the first press. */
const preloadAfterMs = 2500;

/** The dialogs and their forms are fetched when one is first opened, or when the page has come to rest. */
export function AuthDialogHost() {
  const { type } = useAuthDialog();
  const [isWanted, setIsWanted] = useState(false);
  if (type !== null && !isWanted) setIsWanted(true);
  useEffect(() => {
    // A failed preload is tried again when a dialog is opened.
    const timer = setTimeout(() => void loadDialogs().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <AuthDialogs />
    </Suspense>
  );
}
