import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { AuthPage, LeadOn } from '../identity/forms/auth-page.tsx';
import { SignUpForm } from '../identity/sign-in/sign-up-form.tsx';
import { paths } from '../paths.ts';

export function RegisterRoute() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status } = useSession();
  if (status === 'verified') return <LeadOn to={paths.dashboard} />;
  return (
    <AuthPage title={t('auth.signUp.title')} lead={t('auth.signUp.intro')} description={t('meta.register')}>
      <SignUpForm
        onRegistered={(registered) => openAuthDialog('verifyEmail', registered)}
        onSignIn={() => void navigate(paths.login)}
      />
    </AuthPage>
  );
}
