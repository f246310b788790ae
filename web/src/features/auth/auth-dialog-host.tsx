import { useEffect, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { closeAuthDialog, useAuthDialog } from './auth-dialog.ts';

const loadDialogs = () => import('./auth-dialogs.tsx');
const AuthDialogs = lazyPart(async () => (await loadDialogs()).AuthDialogs);

/** Late enough to be out of the way of the first paint, early enough to be there before the first press. */
const preloadAfterMs = 2500;

/** The dialogs and their forms are fetched when one is first opened, or when the page has come to rest. */
export function AuthDialogHost() {
  const { isOpen } = useAuthDialog();
  const [isWanted, setIsWanted] = useState(false);
  if (isOpen && !isWanted) setIsWanted(true);
  useEffect(() => {
    // Whether it failed is told when a dialog is opened.
    const timer = setTimeout(() => void loadDialogs().catch(() => undefined), preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted) return null;
  return (
    <AuthDialogs
      onGiveUp={() => {
        closeAuthDialog();
        setIsWanted(false);
      }}
    />
  );
}
