import { undoEmailChange } from '@mercury/contract/api/security.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../api/client.ts';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { ConfirmLink } from '../features/auth/confirm-link.tsx';

/** Where the link leads that an account's former address is sent. */
export function UndoEmailChangeRoute() {
  const { t } = useTranslation();
  const [searchParams] = useSearchParams();
  return (
    <AuthPage title={t('undoEmailChange.title')} lead={t('undoEmailChange.intro')}>
      <ConfirmLink
        token={searchParams.get('token') ?? ''}
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
