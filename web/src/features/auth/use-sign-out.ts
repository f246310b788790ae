import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { session } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';

/** Signs out here at once, whether or not the server can be told. */
export function useSignOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async () => {
    await import('./tell-sign-out.ts').then(
      ({ tellSignOut }) => tellSignOut(),
      // Without a connection the server can't be told; the person is signed out all the same.
      () => undefined,
    );
    session.end('signedOut');
    toast.success(t('toast.loggedOut'));
    void navigate(paths.home);
  };
}
