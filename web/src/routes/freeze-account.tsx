import { freezeAccount } from '@mercury/contract/api/security.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ConfirmLink } from '../features/auth/confirm-link.tsx';
import { useMailedToken } from '../features/auth/use-mailed-token.ts';

/** Where the link of a security mail leads. */
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
