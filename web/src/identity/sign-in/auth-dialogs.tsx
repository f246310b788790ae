import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { paths, safeNextPath } from '../../paths.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useAskForCode, useOpenAuthForm } from '../session/auth-address.ts';
import {
  closeAuthDialog,
  openAuthDialog,
  type PendingSignIn,
  useAuthDialog,
} from '../session/auth-dialog.ts';
import { ForgotPassword } from '../password/forgot-password.tsx';
import { ResetPassword } from '../password/reset-password.tsx';
import { Button } from '../../ui/button.tsx';
import { SecondFactor, useIsSecondFactorChecked } from './second-factor.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAfterSignIn } from '../session/use-after-sign-in.ts';
import { VerifyCode } from './verify-code.tsx';
import { VerifyLink } from './verify-link.tsx';

function SecondFactorStep({ pendingSignIn }: { pendingSignIn: PendingSignIn }) {
  const { pathname } = useLocation();
  const afterSignIn = useAfterSignIn(pendingSignIn.destination);
  const openForm = useOpenAuthForm();
  return (
    <SecondFactor
      pendingSignIn={pendingSignIn}
      onSignedIn={(signedIn, { method }) => afterSignIn(signedIn, { wasRecovered: method === 'recovery' })}
      onExpired={() => {
        // The sign-in page has its own form under the dialog, unchanged.
        if (pathname === paths.login) closeAuthDialog();
        else openForm('login');
      }}
    />
  );
}

function DialogContent() {
  const { t } = useTranslation();
  const { type, token, email, username, pendingSignIn } = useAuthDialog();
  const [searchParams] = useSearchParams();
  // The pages below that sign in or register carry the place to go on to.
  const next = safeNextPath(searchParams.get('next'), window.location.origin);
  const afterSignIn = useAfterSignIn(next ?? paths.dashboard);
  const openForm = useOpenAuthForm();
  const askForCode = useAskForCode();
  switch (type) {
    case 'login':
      return (
        <SignInForm
          onAnswered={afterSignIn}
          onForgot={() => openForm('forgotPassword')}
          onRegister={() => openForm('register')}
        />
      );
    case 'register':
      return <SignUpForm onRegistered={askForCode} onSignIn={() => openForm('login')} />;
    case 'forgotPassword':
      return (
        <ForgotPassword
          backToLogin={
            <Button variant="link" onClick={() => openForm('login')}>
              {t('forgotPassword.backToLogin')}
            </Button>
          }
          onEnterCode={() => openAuthDialog('resetPassword')}
        />
      );
    case 'resetPassword':
      return <ResetPassword token={token} onAskAgain={() => openForm('forgotPassword')} />;
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

/** When one form replaces another, the focused element is gone. The new form's first field takes the focus. */
function FocusedOnChange({ children }: { children: ReactNode }) {
  const wrapper = useRef<HTMLDivElement>(null);
  // At once: in the next frame the dialog would take the lost focus.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    wrapper.current?.querySelector('input')?.focus();
  }, []);
  return <div ref={wrapper}>{children}</div>;
}

export function AuthDialogs() {
  const { t } = useTranslation();
  const { type, isOpen, token } = useAuthDialog();
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
        // During a check the close button keeps its place, but like Escape and the backdrop it only warns.
        if (isChecked) return void toast.warning(warning);
        closeAuthDialog();
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
