import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { session } from '../../api/session.ts';
import { useSession, useSessionEnd } from '../../api/use-session.ts';
import { loginPathFor, paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import styles from '../forms/auth.module.css';

const VerificationPrompt = lazy(async () => ({
  default: (await import('./verify-code.tsx')).VerificationPrompt,
}));

/** Needs a session; its person may still load. */
export function RequireSession() {
  const { status } = useSession();
  const end = useSessionEnd();
  const location = useLocation();
  if (status !== 'anonymous') return <Outlet />;
  if (end === 'signedOut') return <Redirect to={paths.home} />;
  const isUnderDashboard = /^\/dashboard(\/|$)/.test(location.pathname);
  const signIn = loginPathFor(`${location.pathname}${location.search}${location.hash}`);
  if (end !== 'lost') return <Redirect to={signIn} />;
  return <LeadToSignInAgain to={isUnderDashboard ? paths.signInDialog : signIn} />;
}

/** Says why the person is asked to sign in. */
function LeadToSignInAgain({ to }: { to: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    toast.warning(session.read().endReason || t('toast.sessionEnded'), { id: 'session-ended' });
  }, [t]);
  return <Redirect to={to} />;
}

/** Needs a verified email. */
export function RequireVerifiedEmail() {
  const { t } = useTranslation();
  const person = useSession();
  const { status, user } = person;
  if (status === 'loading') {
    return (
      <p className={styles.checking} role="status">
        {person.isFailing ? t('errors.NetworkError') : t('auth.checking')}
      </p>
    );
  }
  if (status === 'unverified') {
    return (
      <Suspense fallback={null}>
        <VerificationPrompt email={user.email} />
      </Suspense>
    );
  }
  // Dialogs, input and subscriptions of one person must not reach the next.
  return <Outlet key={user?.id} />;
}

/** For visitors too. Whoever has signed in needs a verified email, as everywhere. */
export function WelcomeVisitors() {
  const { status } = useSession();
  return status === 'anonymous' ? <Outlet /> : <RequireVerifiedEmail />;
}

/** Redirects again if the back button returns here without a render: otherwise the page stays empty. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const leadOn = () => void navigate(to, { replace: true });
    leadOn();
    addEventListener('popstate', leadOn);
    return () => removeEventListener('popstate', leadOn);
  }, [navigate, to]);
  return null;
}
