import { cancelWithdrawalByLink } from '@mercury/contract/api/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ConfirmLink } from '../features/auth/confirm-link.tsx';
import { useMailedToken } from '../features/auth/use-mailed-token.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Where the link of a withdrawal's mail leads. */
export function CancelWithdrawalRoute() {
  const { t } = useTranslation();
  const token = useMailedToken('token');
  return (
    <AuthPage title={t('cancelWithdrawal.title')} lead={t('cancelWithdrawal.intro')}>
      <ConfirmLink
        token={token ?? ''}
        consequences={[t('cancelWithdrawal.givesBack'), t('cancelWithdrawal.onlyThis')]}
        confirmLabel={t('cancelWithdrawal.confirm')}
        doneTitle={t('cancelWithdrawal.doneTitle')}
        doneText={t('cancelWithdrawal.doneText')}
        failedHint={t('cancelWithdrawal.failedHint')}
        waysOn={
          <ButtonLink isFullWidth to={paths.dashboard}>
            {t('auth.link.goToDashboard')}
          </ButtonLink>
        }
        command={(token) => call(cancelWithdrawalByLink, { body: { token } })}
      />
    </AuthPage>
  );
}
