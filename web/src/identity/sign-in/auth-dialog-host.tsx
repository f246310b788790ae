import { useEffect, useState } from 'react';
import { session } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import {
  closeAuthDialog,
  closeSignInDialog,
  closeWithSession,
  useAuthDialog,
} from '../session/auth-dialog.ts';

const loadDialogs = () => import('./auth-dialogs.tsx');
const AuthDialogs = lazyPart(async () => (await loadDialogs()).AuthDialogs);

/** Late enough for the first paint, early enough for the first press. */
const preloadAfterMs = 2500;

/** Loads dialogs and forms on first use, or when the page is idle. */
export function AuthDialogHost() {
  const { isOpen } = useAuthDialog();
  const { status } = useSession();
  const [isWanted, setIsWanted] = useState(false);
  if (isOpen && !isWanted) setIsWanted(true);
  const isSignedIn = status === 'verified';
  useEffect(() => {
    if (isSignedIn) return;
    const timer = setTimeout(() => {
      // Browsers never retry a failed module, and other pages share some of these.
      if (!navigator.onLine) return;
      // Opening a dialog reports the failure.
      loadDialogs().catch(() => undefined);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  // A dialog belongs to its page. After a back navigation, the page's own dialog opens later.
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
