import { undoEmailChange } from '@mercury/contract/api/security.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ConfirmLink } from '../features/auth/confirm-link.tsx';
import { useMailedToken } from '../features/auth/use-mailed-token.ts';

/** Where the link leads that an account's former address is sent. */
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
