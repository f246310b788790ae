import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { session } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { AuthPage, LeadOn } from '../identity/forms/auth-page.tsx';
import { SignInForm } from '../identity/sign-in/sign-in-form.tsx';
import { useAfterSignIn } from '../identity/session/use-after-sign-in.ts';
import { paths, registerPathFor, safeNextPath } from '../paths.ts';

export function LoginRoute() {
  const { t } = useTranslation();
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const { status } = useSession();
  const next = safeNextPath(searchParams.get('next'), window.location.origin);
  const destination = next ?? paths.dashboard;
  const afterSignIn = useAfterSignIn(destination);
  useEffect(() => session.acknowledgeEnd(), []);
  if (status === 'verified') return <LeadOn to={destination} />;
  return (
    <AuthPage title={t('auth.signIn.title')} lead={t('auth.signIn.welcome')} description={t('meta.login')}>
      <SignInForm
        onAnswered={afterSignIn}
        onForgot={() => void navigate(paths.forgotPassword)}
        onRegister={() => void navigate(next === null ? paths.register : registerPathFor(next))}
      />
    </AuthPage>
  );
}
