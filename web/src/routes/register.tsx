import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { useAskForCode } from '../identity/session/auth-address.ts';
import { AuthPage, LeadOn } from '../identity/forms/auth-page.tsx';
import { SignUpForm } from '../identity/sign-in/sign-up-form.tsx';
import { loginPathFor, paths, safeNextPath } from '../paths.ts';

export function RegisterRoute() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const { status } = useSession();
  const askForCode = useAskForCode();
  const next = safeNextPath(searchParams.get('next'), window.location.origin);
  if (status === 'verified') return <LeadOn to={next ?? paths.dashboard} />;
  return (
    <AuthPage title={t('auth.signUp.title')} lead={t('auth.signUp.intro')} description={t('meta.register')}>
      <SignUpForm
        onRegistered={askForCode}
        onSignIn={() => void navigate(next === null ? paths.login : loginPathFor(next))}
      />
    </AuthPage>
  );
}
