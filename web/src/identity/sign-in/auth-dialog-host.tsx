import { useEffect, useRef, useState } from 'react';
import { session } from '../../api/session.ts';
import { useSession } from '../../api/use-session.ts';
import { useDialogEntry } from '../../domain/dialog-entry.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readAuthDialog } from '../session/auth-address.ts';
import {
  closeAuthDialog,
  closeSignInDialog,
  closeWithSession,
  openAuthDialog,
  useAuthDialog,
} from '../session/auth-dialog.ts';
import { forgetVerification, readVerification } from '../session/kept-verification.ts';

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
  useEffect(() => session.subscribe(closeWithSession), []);
  useEffect(() => {
    if (status === 'verified') closeSignInDialog();
  }, [status]);
  useKeptVerification();
  useAddressedDialog();
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

/** A reload, on the way to the mails and back perhaps, leaves the question for the code where it was. */
function useKeptVerification(): void {
  const { status, user } = useSession();
  const [{ kept, hadSession }] = useState(() => ({
    kept: readVerification(),
    hadSession: session.read().token !== null,
  }));
  const isSettled = useRef(kept === null);
  useEffect(() => {
    if (status === 'loading' || kept === null || isSettled.current) return;
    isSettled.current = true;
    const { email, username, pathname } = kept;
    const isSamePage = pathname === window.location.pathname;
    // The end of a session ends the questions that name its person.
    const isSamePerson = hadSession ? user?.email === email : status === 'anonymous';
    // A mailed link says more than the question for its code.
    const hasLink = useAuthDialog.getState().token !== null;
    if (status !== 'verified' && isSamePage && isSamePerson && !hasLink)
      openAuthDialog('verifyEmail', { email, username });
    else forgetVerification();
  }, [hadSession, kept, status, user]);
}

/** The address and the dialog that it names go together: whichever goes takes the other with it. */
function useAddressedDialog(): void {
  const { status } = useSession();
  const { isOpen } = useAuthDialog();
  const { search, entry, close } = useDialogEntry();
  const named = readAuthDialog(search);
  const isNamed = named !== undefined;
  const openedAt = useRef<string>(undefined);
  useEffect(() => {
    if (named === undefined) {
      if (openedAt.current !== undefined) closeAuthDialog();
      openedAt.current = undefined;
      return;
    }
    // Whoever turns out to be signed in sees no dialog.
    if (status === 'loading') return;
    if (openedAt.current !== entry) {
      openedAt.current = entry;
      if (named !== 'verifyEmail' && status !== 'verified') openAuthDialog(named);
    }
    // What has just opened is not rendered yet.
    if (!isOpen && !useAuthDialog.getState().isOpen) close();
  }, [close, entry, isOpen, named, status]);
  // A dialog that no address names belongs to its page all the same.
  useEffect(() => {
    if (isNamed) return;
    addEventListener('popstate', closeAuthDialog);
    return () => removeEventListener('popstate', closeAuthDialog);
  }, [isNamed]);
}
