import type { SignedIn, TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { session } from '../../api/session.ts';
import { profileQuery } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { closeAuthDialog, openAuthDialog } from './auth-dialog.ts';

/** One toast from the password to the second factor. */
export const signInToastId = 'sign-in';

export type SignInReply = SignedIn | TwoFactorChallenge;

export function isChallenge(reply: SignInReply): reply is TwoFactorChallenge {
  return 'requiresTwoFactor' in reply;
}

interface AfterSignInOptions {
  /** Signed in with a recovery code: the authenticator is probably lost. */
  wasRecovered?: boolean;
}

/** Leads to the second factor, the proof of the email, or the destination. */
export function useAfterSignIn(destination: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (reply: SignInReply, { wasRecovered = false }: AfterSignInOptions = {}) => {
    if (isChallenge(reply)) {
      const { tempToken, twoFactorMethods } = reply;
      openAuthDialog('twoFactor', { pendingSignIn: { tempToken, methods: twoFactorMethods, destination } });
      return;
    }
    const { token, user } = reply;
    session.begin(token);
    queryClient.setQueryData(profileQuery.queryKey, user);
    if (!user.emailVerified) {
      openAuthDialog('verifyEmail', { email: user.email });
      return;
    }
    closeAuthDialog();
    // The dashboard then offers to set up two-factor again.
    if (wasRecovered) void navigate(paths.dashboard, { state: { renewsTwoFactor: true } });
    else void navigate(destination);
  };
}
