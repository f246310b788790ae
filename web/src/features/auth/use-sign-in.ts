import { login } from '@mercury/contract/api/auth.ts';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { signInToastId as id } from './sign-in-toast.ts';
import { isChallenge, type SignInReply } from './use-after-sign-in.ts';

export type SignInMethod = 'email' | 'username';

export interface SignInValues {
  email: string;
  username: string;
  password: string;
  rememberMe?: boolean | undefined;
}

export function useSignIn(method: SignInMethod, onAnswered: (reply: SignInReply) => void) {
  const { t } = useTranslation();
  return useCommand({
    mutationFn: ({ email, username, password, rememberMe }: SignInValues) =>
      call(login, {
        body: {
          ...(method === 'email' ? { email } : { username }),
          password,
          rememberMe: rememberMe === true,
        },
      }),
    onMutate: () => toast.loading(t('toast.loggingIn'), { id }),
    onSuccess: (reply) => {
      if (isChallenge(reply)) toast.info(reply.message || t('toast.twoFactorRequired'), { id });
      else toast.success(t('toast.loginSuccessful'), { id });
      onAnswered(reply);
    },
    onError: (error) => {
      const wrong =
        method === 'email' ? t('toast.invalidEmailOrPassword') : t('toast.invalidUsernameOrPassword');
      const isRefused = error instanceof ApiError && error.isRefusal;
      toast.error(t('toast.loginFailed'), {
        id,
        description: errorMessage(error, t, isRefused ? { fallback: wrong } : {}),
      });
    },
  });
}
