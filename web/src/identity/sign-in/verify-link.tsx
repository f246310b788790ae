import { verifyEmail } from '@mercury/contract/api/auth.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { askAgain } from '../../api/query-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { profileQuery, useSession } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useOpenAuthForm } from '../session/auth-address.ts';
import { closeAuthDialog } from '../session/auth-dialog.ts';
import { Outcome, OutcomeAwaited } from '../forms/form-parts.tsx';
import styles from '../forms/auth.module.css';

/** An effect may run twice; the person hears of it once. */
const toastId = 'verify-link';

/** Sent once, however often this renders: the first use spends the token. */
function useLinkVerification(token: string) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => call(verifyEmail, { query: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { isSuccess, error } = verification;
  useEffect(() => {
    if (!isSuccess) return;
    toast.success(t('auth.verification.success'), { id: toastId });
    void askAgain(queryClient, profileQuery.queryKey);
  }, [isSuccess, queryClient, t]);
  useEffect(() => {
    if (error instanceof ApiError && error.isRefusal)
      toast.error(t('auth.link.expiredToken'), { id: toastId });
  }, [error, t]);
  return verification;
}

function Failure({ token, error }: { token: string; error: Error | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openForm = useOpenAuthForm();
  const { status } = useSession();
  // A signed-in person with a verified email is changing it, and can ask for another link in the profile.
  const isChange = status === 'verified';
  const isRefused = error instanceof ApiError && error.isRefusal;
  const reason = () => {
    if (token === '') return t('auth.link.invalidLink');
    if (!isRefused) return t('auth.link.generalError');
    return error.message || t('auth.link.expiredToken');
  };
  function leadToProfile() {
    closeAuthDialog();
    void navigate(paths.profile);
  }
  return (
    <Outcome
      kind="failed"
      title={t('auth.link.failedTitle')}
      action={
        isChange ? (
          <Button isFullWidth onClick={leadToProfile}>
            {t('auth.link.goToProfile')}
          </Button>
        ) : (
          <Button isFullWidth onClick={() => openForm('login')}>
            {t('auth.signIn.submit')}
          </Button>
        )
      }
    >
      {reason()}
      {isRefused && (
        <span className={styles.nextLine}>
          {isChange ? t('auth.link.invalidOrExpiredChange') : t('auth.link.invalidOrExpired')}
        </span>
      )}
    </Outcome>
  );
}

export function VerifyLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status } = useSession();
  const isSignedOut = status === 'anonymous';
  const verification = useLinkVerification(token);

  if (token === '' || verification.isError) return <Failure token={token} error={verification.error} />;
  if (!verification.isSuccess) {
    return <OutcomeAwaited label={t('auth.link.verifying')} />;
  }
  return (
    <Outcome
      kind="completed"
      title={t('auth.link.successTitle')}
      action={
        <Button
          isFullWidth
          onClick={() => {
            closeAuthDialog();
            // The link signs nobody in. The dashboard's guard asks for a sign-in if needed.
            void navigate(paths.dashboard);
          }}
        >
          {isSignedOut ? t('auth.signIn.submit') : t('auth.link.goToDashboard')}
        </Button>
      }
    >
      {isSignedOut ? t('auth.link.successSignedOut') : t('auth.link.successSignedIn')}
    </Outcome>
  );
}
