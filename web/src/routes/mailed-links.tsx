import { freezeAccount, undoEmailChange } from '@mercury/contract/api/security.ts';
import { cancelWithdrawalByLink } from '@mercury/contract/api/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { AuthPage } from '../identity/forms/auth-page.tsx';
import { ConfirmLink } from '../identity/forms/confirm-link.tsx';
import { useMailedToken } from '../identity/forms/use-mailed-token.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';

/** The target of the link in a security mail. */
export function FreezeAccountRoute() {
  const { t } = useTranslation();
  const token = useMailedToken('token');
  return (
    <AuthPage title={t('freezeAccount.title')} lead={t('freezeAccount.intro')}>
      <ConfirmLink
        token={token ?? ''}
        consequences={[
          t('freezeAccount.endsSessions'),
          t('freezeAccount.stopsMoney'),
          t('freezeAccount.wayBack'),
        ]}
        confirmLabel={t('freezeAccount.confirm')}
        doneTitle={t('freezeAccount.doneTitle')}
        doneText={t('freezeAccount.doneText')}
        command={(token) => call(freezeAccount, { body: { token } })}
      />
    </AuthPage>
  );
}

/** The target of the link that goes to an account's former address. */
export function UndoEmailChangeRoute() {
  const { t } = useTranslation();
  const token = useMailedToken('token');
  return (
    <AuthPage title={t('undoEmailChange.title')} lead={t('undoEmailChange.intro')}>
      <ConfirmLink
        token={token ?? ''}
        consequences={[
          t('undoEmailChange.returnsEmail'),
          t('undoEmailChange.freezes'),
          t('undoEmailChange.wayBack'),
        ]}
        confirmLabel={t('undoEmailChange.confirm')}
        doneTitle={t('undoEmailChange.doneTitle')}
        doneText={t('undoEmailChange.doneText')}
        command={(token) => call(undoEmailChange, { body: { token } })}
      />
    </AuthPage>
  );
}

/** The target of the link in a withdrawal's mail. */
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
