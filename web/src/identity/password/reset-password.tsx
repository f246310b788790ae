import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { profileQuery } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readAuthDialog, useOpenAuthForm } from '../session/auth-address.ts';
import { Outcome, OutcomeAwaited } from '../forms/form-parts.tsx';
import { ResetForm } from './reset-form.tsx';
import { useResetLink } from './reset-token.ts';
import styles from '../forms/auth.module.css';

interface ResetPasswordProps {
  /** From a mailed link. Null: the person types the mail's code. */
  token: string | null;
  isLinkEmpty?: boolean;
  onAskAgain: () => void;
}

export function ResetPassword({ token, isLinkEmpty = false, onAskAgain }: ResetPasswordProps) {
  const { t } = useTranslation();
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <Done />;
  if (token !== null) {
    return <ByLink token={token} onDone={() => setIsDone(true)} onAskAgain={onAskAgain} />;
  }
  return (
    <div className={styles.stack}>
      {isLinkEmpty && <Notice tone="warning">{t('resetPassword.invalidLinkHint')}</Notice>}
      <ResetForm
        token={null}
        link={null}
        onDone={() => setIsDone(true)}
        // A wrong code stays in its field for correction.
        onUseless={() => undefined}
      />
      <AskAgainLine onPress={onAskAgain} />
    </div>
  );
}

interface ByLinkProps {
  token: string;
  onDone: () => void;
  onAskAgain: () => void;
}

function ByLink({ token, onDone, onAskAgain }: ByLinkProps) {
  const { t } = useTranslation();
  const link = useResetLink(token);
  const [uselessMessage, setUselessMessage] = useState<string | null>(null);
  const askAgain = (
    <Button isFullWidth onClick={onAskAgain}>
      {t('resetPassword.askAgain')}
    </Button>
  );
  if (uselessMessage !== null) {
    return <Failed title={t('resetPassword.failedTitle')} message={uselessMessage} action={askAgain} />;
  }
  switch (link.stage) {
    case 'checking':
      return <OutcomeAwaited label={t('resetPassword.checking')} />;
    case 'validating':
      return <OutcomeAwaited label={t('resetPassword.validating')} />;
    case 'error': {
      const retry = link.retry && (
        <Button isFullWidth onClick={link.retry}>
          {t('common.retry')}
        </Button>
      );
      // After a failed connection the text must not blame the link.
      const title = retry ? t('resetPassword.notCheckedTitle') : t('resetPassword.failedTitle');
      return <Failed title={title} message={link.message} action={retry ?? askAgain} />;
    }
    case 'form':
      return <ResetForm token={token} link={link} onDone={onDone} onUseless={setUselessMessage} />;
    default:
      return link satisfies never;
  }
}

function Failed({ title, message, action }: { title: string; message: string; action: ReactNode }) {
  return (
    <Outcome kind="failed" title={title} action={action}>
      {message}
    </Outcome>
  );
}

function AskAgainLine({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.switchLine}>
      {t('resetPassword.noCode')}{' '}
      <Button variant="link" onClick={onPress}>
        {t('resetPassword.askAgain')}
      </Button>
    </p>
  );
}

function Done() {
  const { t } = useTranslation();
  const leadOn = useLeadToLogin();
  return (
    <Outcome
      kind="completed"
      title={t('resetPassword.doneTitle')}
      action={
        <Button isFullWidth onClick={leadOn}>
          {t('auth.signIn.submit')}
        </Button>
      }
    >
      {t('resetPassword.doneText')}
    </Outcome>
  );
}

const leadOnAfterMs = 3000;

/** After a moment, or at once when the returned function is called; in both cases not before it is known whether the session has ended. */
function useLeadToLogin(): () => void {
  const navigate = useNavigate();
  const openForm = useOpenAuthForm();
  const { search } = useLocation();
  const isInDialog = readAuthDialog(search) !== undefined;
  // The reset may have ended this browser's session. Whoever still seems signed in is shown no form.
  const isSessionAsked = useIsFetching({ queryKey: profileQuery.queryKey }) > 0;
  const [isDue, setIsDue] = useState(false);
  const hasLed = useRef(false);
  const leadOn = useCallback(() => setIsDue(true), []);
  useEffect(() => {
    const timer = setTimeout(leadOn, leadOnAfterMs);
    return () => clearTimeout(timer);
  }, [leadOn]);
  useEffect(() => {
    if (!isDue || isSessionAsked || hasLed.current) return;
    hasLed.current = true;
    if (isInDialog) openForm('login');
    // The used link is of no use on the way back.
    else void navigate(paths.signInDialog, { replace: true });
  }, [isDue, isInDialog, isSessionAsked, navigate, openForm]);
  return leadOn;
}
