import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import { paths } from '../../paths.ts';
import { closeAuthDialog, openAuthDialog, useAuthDialog } from './auth-dialog.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { VerifyCode } from './verify-code.tsx';
import { VerifyLink } from './verify-link.tsx';

function useDismiss() {
  const location = useLocation();
  const navigate = useNavigate();
  return () => {
    closeAuthDialog();
    // The address that opened the dialog would open it again on reload.
    const isAddressed = new URLSearchParams(location.search).has('auth');
    if (isAddressed) void navigate(paths.home, { replace: true });
  };
}

function DialogContent() {
  const { type, token, email, username } = useAuthDialog();
  const afterSignIn = useAfterSignIn(paths.dashboard);
  if (type === 'login') {
    return <SignInForm onSignedIn={afterSignIn} onRegister={() => openAuthDialog('register')} />;
  }
  if (type === 'register') {
    return (
      <SignUpForm
        onRegistered={(registered) => openAuthDialog('verifyEmail', registered)}
        onSignIn={() => openAuthDialog('login')}
      />
    );
  }
  if (type === 'verifyEmail' && token !== null) return <VerifyLink token={token} />;
  if (type === 'verifyEmail')
    return <VerifyCode email={email} username={username} onVerified={afterSignIn} />;
  return null;
}

/** Where one form takes another's place, what had the focus is gone: it goes on to the first field of the new one. */
function FocusedOnChange({ children }: { children: ReactNode }) {
  const wrapper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    wrapper.current?.querySelector('input')?.focus();
  }, []);
  return <div ref={wrapper}>{children}</div>;
}

export function AuthDialogs() {
  const { t } = useTranslation();
  const { type, isOpen, token } = useAuthDialog();
  const dismiss = useDismiss();
  const titles = {
    login: t('auth.signIn.title'),
    register: t('auth.signUp.title'),
    verifyEmail: t('auth.verification.title'),
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={dismiss}
      size="sm"
      {...(type !== null && { title: titles[type] })}
      dismissal={type === 'verifyEmail' && token === null ? 'button' : 'free'}
      dismissWarning={t('auth.verification.cannotDismiss')}
    >
      <FocusedOnChange key={type}>
        <DialogContent />
      </FocusedOnChange>
    </Modal>
  );
}
