import { verifyEmail } from '@mercury/contract/api/auth.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { profileQuery, useSession } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { closeAuthDialog, openAuthDialog } from './auth-dialog.ts';
import styles from './auth.module.css';

/** A token is spent by its first use, so it is asked about once, however often this is rendered. */
function useLinkVerification(token: string) {
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
  const { isSuccess } = verification;
  useEffect(() => {
    if (isSuccess) void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [isSuccess, queryClient]);
  return verification;
}

interface OutcomeProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action: ReactNode;
}

function Outcome({ icon, title, children, action }: OutcomeProps) {
  return (
    <div className={styles.outcome} role="status">
      {icon}
      <p className={styles.outcomeTitle}>{title}</p>
      <p className={styles.lead}>{children}</p>
      {action}
    </div>
  );
}

function Failure({ token, error }: { token: string; error: Error | null }) {
  const { t } = useTranslation();
  const isRefused = error instanceof ApiError && error.isRefusal;
  const reason = () => {
    if (token === '') return t('auth.link.invalidLink');
    if (!isRefused) return t('auth.link.generalError');
    return error.message || t('auth.link.expiredToken');
  };
  return (
    <Outcome
      icon={<CircleX size={40} aria-hidden="true" className={styles.failed} />}
      title={t('auth.link.failedTitle')}
      action={
        <Button isFullWidth onClick={() => openAuthDialog('login')}>
          {t('auth.signIn.submit')}
        </Button>
      }
    >
      {reason()}
      {isRefused && <span className={styles.nextLine}>{t('auth.link.invalidOrExpired')}</span>}
    </Outcome>
  );
}

export function VerifyLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status } = useSession();
  const verification = useLinkVerification(token);

  if (token === '' || verification.isError) return <Failure token={token} error={verification.error} />;
  if (!verification.isSuccess) {
    return (
      <div className={styles.outcome} role="status" aria-busy="true">
        <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
        <p className={styles.lead}>{t('auth.link.verifying')}</p>
        <Skeleton height="2.75rem" shape="block" />
      </div>
    );
  }
  return (
    <Outcome
      icon={<CircleCheck size={40} aria-hidden="true" className={styles.completed} />}
      title={t('auth.link.successTitle')}
      action={
        <Button
          isFullWidth
          onClick={() => {
            closeAuthDialog();
            // Verifying by link signs nobody in: the dashboard's guard leads to the sign-in page where it must.
            void navigate(paths.dashboard);
          }}
        >
          {t('auth.link.goToDashboard')}
        </Button>
      }
    >
      {status === 'anonymous' ? t('auth.link.successSignedOut') : t('auth.link.successSignedIn')}
    </Outcome>
  );
}
