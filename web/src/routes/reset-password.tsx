import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AuthPage } from '../identity/forms/auth-page.tsx';
import { ResetPassword } from '../identity/password/reset-password.tsx';
import { useMailedToken } from '../identity/forms/use-mailed-token.ts';
import { resetLinkToast } from '../identity/password/reset-token.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/toast.ts';

/** The target of the mailed link. A reload continues at the same place. */
export function ResetPasswordRoute() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useMailedToken('token', 'code');
  const isLinkEmpty = token === null;
  useEffect(() => {
    if (isLinkEmpty) toast.error(t('resetPassword.invalidLink'), { id: resetLinkToast });
  }, [isLinkEmpty, t]);
  return (
    <AuthPage title={t('resetPassword.title')} lead={t('resetPassword.intro')}>
      <ResetPassword
        key={token}
        token={token}
        isLinkEmpty={isLinkEmpty}
        onAskAgain={() => void navigate(paths.forgotPassword)}
      />
    </AuthPage>
  );
}
