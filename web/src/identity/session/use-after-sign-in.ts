import type { SignedIn, TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import { session } from '../../api/session.ts';
import { profileQuery } from '../../api/use-session.ts';
import { useDialogPlace } from '../../domain/dialog-entry.ts';
import { paths } from '../../paths.ts';
import { useAskForCode } from './auth-address.ts';
import { closeAuthDialog, openAuthDialog } from './auth-dialog.ts';

/** One toast from the password to the second factor. */
export const signInToastId = 'sign-in';
/** One toast from the registration to the proof of its email. */
export const emailProofToastId = 'email-proof';

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
  const { goOn } = useDialogPlace();
  const askForCode = useAskForCode();
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
      askForCode({ email: user.email });
      return;
    }
    closeAuthDialog();
    // The dashboard then offers to set up two-factor again.
    if (wasRecovered) goOn(paths.dashboard, { renewsTwoFactor: true });
    else goOn(destination);
  };
}
