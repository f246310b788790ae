import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ResetPassword } from '../features/auth/reset-password.tsx';
import { paths } from '../paths.ts';
import { toast } from '../ui/toast.ts';

/** Where the mailed link leads. What it holds stays in the address, so that a reload goes on where it was. */
export function ResetPasswordRoute() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const token = searchParams.get('token') || searchParams.get('code') || null;
  const isLinkEmpty = token === null;
  useEffect(() => {
    if (isLinkEmpty) toast.error(t('resetPassword.invalidLink'), { id: 'reset-link' });
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
