import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { AuthPage } from '../identity/forms/auth-page.tsx';
import { ForgotPassword } from '../identity/password/forgot-password.tsx';
import { paths } from '../paths.ts';

export function ForgotPasswordRoute() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <AuthPage title={t('forgotPassword.title')} lead={t('forgotPassword.intro')}>
      <ForgotPassword
        onBackToLogin={() => void navigate(paths.login)}
        onEnterCode={() => openAuthDialog('resetPassword')}
      />
    </AuthPage>
  );
}
