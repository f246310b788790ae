import { passkeySignIn, passkeySignInOptions } from '@mercury/contract/api/passkeys.ts';
import { useTranslation } from 'react-i18next';
import { Cancelled } from '../../api/cancelled.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { askForPasskey } from './passkey.ts';
import { signInToastId as id } from './sign-in-toast.ts';
import type { SignInReply } from './use-after-sign-in.ts';

async function signInByPasskey({ rememberMe }: { rememberMe: boolean }): Promise<SignInReply> {
  let challengeToken = '';
  const credential = await askForPasskey(async () => {
    const offer = await call(passkeySignInOptions, {});
    challengeToken = offer.challengeToken;
    return offer.options;
  });
  return call(passkeySignIn, { body: { challengeToken, credential, rememberMe } });
}

/** A passkey that verified its person stands for password and second factor. */
export function usePasskeySignIn(onAnswered: (reply: SignInReply) => void) {
  const { t } = useTranslation();
  return useCommand({
    mutationFn: signInByPasskey,
    onSuccess: (reply) => {
      toast.success(t('toast.loginSuccessful'), { id });
      onAnswered(reply);
    },
    onError: (error) => {
      if (error instanceof Cancelled) return;
      toast.error(t('toast.loginFailed'), {
        id,
        description: errorMessage(error, t, { fallback: t('auth.signIn.passkeyFailed') }),
      });
    },
  });
}
