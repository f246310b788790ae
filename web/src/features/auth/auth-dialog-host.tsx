import { useEffect, useState } from 'react';
import { session } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { closeAuthDialog, closeSignInDialog, closeWithSession, useAuthDialog } from './auth-dialog.ts';

const loadDialogs = () => import('./auth-dialogs.tsx');
const AuthDialogs = lazyPart(async () => (await loadDialogs()).AuthDialogs);

/** Late enough to be out of the way of the first paint, early enough to be there before the first press. */
const preloadAfterMs = 2500;

/** The dialogs and their forms are fetched when one is first opened, or when the page has come to rest. */
export function AuthDialogHost() {
  const { isOpen } = useAuthDialog();
  const { status } = useSession();
  const [isWanted, setIsWanted] = useState(false);
  if (isOpen && !isWanted) setIsWanted(true);
  const isSignedIn = status === 'verified';
  useEffect(() => {
    if (isSignedIn) return;
    const timer = setTimeout(() => {
      // A browser that failed to fetch a module doesn't ask for it again, and other pages share some of these.
      if (!navigator.onLine) return;
      // Whether it failed is told when a dialog is opened.
      loadDialogs().catch(() => undefined);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  // A dialog belongs to the page that it was opened over. One that the page gone back to asks for opens after this.
  useEffect(() => {
    const stop = session.subscribe(closeWithSession);
    addEventListener('popstate', closeAuthDialog);
    return () => {
      stop();
      removeEventListener('popstate', closeAuthDialog);
    };
  }, []);
  useEffect(() => {
    if (status === 'verified') closeSignInDialog();
  }, [status]);
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
