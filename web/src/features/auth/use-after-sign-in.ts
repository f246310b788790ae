import type { User } from '@mercury/contract/api/users.ts';
import { useNavigate } from 'react-router';
import { useBeginSession } from '../../api/use-session.ts';
import { closeAuthDialog, openAuthDialog } from './auth-dialog.ts';

export interface SignedIn {
  token: string;
  user: User;
}

/** Begins the session, then leads on: to the destination, or first to the proof of the email. */
export function useAfterSignIn(destination: string) {
  const navigate = useNavigate();
  const beginSession = useBeginSession();
  return ({ token, user }: SignedIn) => {
    beginSession(token, user);
    if (user.emailVerified) {
      closeAuthDialog();
      void navigate(destination);
    } else {
      openAuthDialog('verifyEmail', { email: user.email });
    }
  };
}
