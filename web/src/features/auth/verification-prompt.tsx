import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { closeAuthDialog, useAuthDialog } from './auth-dialog.ts';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { useSignOut } from './use-sign-out.ts';
import { VerifyCode } from './verify-code.tsx';
import styles from './auth.module.css';

/** Stands in the way of every page that needs a verified email. The one other way out is another account. */
export function VerificationPrompt({ email }: { email: string }) {
  const { t } = useTranslation();
  const afterSignIn = useAfterSignIn(paths.dashboard);
  const signOut = useSignOut();
  const dialog = useAuthDialog();
  return (
    <Modal
      // Where the dialog asks for the code already, it is not asked for twice.
      isOpen={!dialog.isOpen}
      onClose={closeAuthDialog}
      size="sm"
      title={t('auth.verification.title')}
      dismissal="none"
      dismissWarning={t('auth.verification.cannotDismiss')}
      hasBlurredBackdrop
    >
      <VerifyCode email={email} onVerified={afterSignIn} />
      <p className={styles.aside}>
        <Button variant="link" onClick={signOut}>
          {t('auth.verification.useAnother')}
        </Button>
      </p>
    </Modal>
  );
}
