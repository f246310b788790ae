import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { AuthPage } from '../identity/forms/auth-page.tsx';
import { ForgotPassword } from '../identity/password/forgot-password.tsx';
import { paths } from '../paths.ts';

export function ForgotPasswordRoute() {
  const { t } = useTranslation();
  return (
    <AuthPage title={t('forgotPassword.title')} lead={t('forgotPassword.intro')}>
      <ForgotPassword
        backToLogin={<Link to={paths.login}>{t('forgotPassword.backToLogin')}</Link>}
        onEnterCode={() => openAuthDialog('resetPassword')}
      />
    </AuthPage>
  );
}
