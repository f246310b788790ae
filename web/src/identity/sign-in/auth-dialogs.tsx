import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import {
  closeAuthDialog,
  openAuthDialog,
  type PendingSignIn,
  useAuthDialog,
} from '../session/auth-dialog.ts';
import { ForgotPassword } from '../password/forgot-password.tsx';
import { ResetPassword } from '../password/reset-password.tsx';
import { SecondFactor, useIsSecondFactorChecked } from './second-factor.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAfterSignIn } from '../session/use-after-sign-in.ts';
import { VerifyCode } from './verify-code.tsx';
import { VerifyLink } from './verify-link.tsx';

function useDismiss() {
  const location = useLocation();
  const navigate = useNavigate();
  return () => {
    closeAuthDialog();
    // Otherwise a reload would open the dialog again.
    const isAddressed = new URLSearchParams(location.search).has('auth');
    if (isAddressed) void navigate(paths.home, { replace: true });
  };
}

function SecondFactorStep({ pendingSignIn }: { pendingSignIn: PendingSignIn }) {
  const { pathname } = useLocation();
  const afterSignIn = useAfterSignIn(pendingSignIn.destination);
  return (
    <SecondFactor
      pendingSignIn={pendingSignIn}
      onSignedIn={(signedIn, { method }) => afterSignIn(signedIn, { wasRecovered: method === 'recovery' })}
      onExpired={() => {
        // That page has a form of its own.
        if (pathname === paths.login) closeAuthDialog();
        else openAuthDialog('login');
      }}
    />
  );
}

function DialogContent() {
  const { type, token, email, username, pendingSignIn } = useAuthDialog();
  const afterSignIn = useAfterSignIn(paths.dashboard);
  switch (type) {
    case 'login':
      return (
        <SignInForm
          onAnswered={afterSignIn}
          onForgot={() => openAuthDialog('forgotPassword')}
          onRegister={() => openAuthDialog('register')}
        />
      );
    case 'register':
      return (
        <SignUpForm
          onRegistered={(registered) => openAuthDialog('verifyEmail', registered)}
          onSignIn={() => openAuthDialog('login')}
        />
      );
    case 'forgotPassword':
      return (
        <ForgotPassword
          onBackToLogin={() => openAuthDialog('login')}
          onEnterCode={() => openAuthDialog('resetPassword')}
        />
      );
    case 'resetPassword':
      return <ResetPassword token={token} onAskAgain={() => openAuthDialog('forgotPassword')} />;
    case 'verifyEmail':
      if (token !== null) return <VerifyLink token={token} />;
      return <VerifyCode email={email} username={username} onVerified={afterSignIn} />;
    case 'twoFactor':
      return pendingSignIn && <SecondFactorStep pendingSignIn={pendingSignIn} />;
    case null:
      return null;
    default:
      return type satisfies never;
  }
}

/** The focused element is gone, so the first field of the new form takes the focus. */
function FocusedOnChange({ children }: { children: ReactNode }) {
  const wrapper = useRef<HTMLDivElement>(null);
  // In the next frame the dialog would already hold the lost focus.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    wrapper.current?.querySelector('input')?.focus();
  }, []);
  return <div ref={wrapper}>{children}</div>;
}

export function AuthDialogs() {
  const { t } = useTranslation();
  const { type, isOpen, token } = useAuthDialog();
  const dismiss = useDismiss();
  const isChecked = useIsSecondFactorChecked();
  const titles = {
    login: t('auth.signIn.title'),
    register: t('auth.signUp.title'),
    forgotPassword: t('forgotPassword.title'),
    resetPassword: t('resetPassword.title'),
    verifyEmail: t('auth.verification.title'),
    twoFactor: t('auth.twoFactor.title'),
  };
  const waitsForCode = type === 'verifyEmail' && token === null;
  const warning = isChecked ? t('auth.twoFactor.cannotDismiss') : t('auth.verification.cannotDismiss');
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => {
        // During a check the close button only warns, like Escape and the backdrop.
        if (isChecked) toast.warning(warning);
        else dismiss();
      }}
      size="sm"
      {...(type !== null && { title: titles[type] })}
      dismissal={waitsForCode || isChecked ? 'button' : 'free'}
      dismissWarning={warning}
    >
      <FocusedOnChange key={type}>
        <DialogContent />
      </FocusedOnChange>
    </Modal>
  );
}
