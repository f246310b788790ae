import type { SignedIn } from '@mercury/contract/api/auth.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TwoFactorCodeField } from '../../ui/two-factor-code-field.tsx';
import type { PendingSignIn } from './auth-dialog.ts';
import { AuthForm } from './form-parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RecoveryCodeField } from './recovery-code-field.tsx';
import { type SecondFactor as Factor, useSecondFactor } from './use-second-factor.ts';
import styles from './auth.module.css';

type Mode = 'code' | 'recovery';

interface SecondFactorProps {
  pendingSignIn: PendingSignIn;
  onSignedIn: (signedIn: SignedIn, factor: Factor) => void;
  onExpired: () => void;
}

function useSecondFactorForm(props: SecondFactorProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<Mode>('code');
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { check, isChecking, problem, setProblem } = useSecondFactor({
    ...props,
    onFailed: () => {
      // Selected, it is typed over or mended, whichever is meant.
      input.current?.focus();
      input.current?.select();
    },
  });

  function submit() {
    const typed = code.trim();
    if (mode === 'code') {
      if (typed.length === limits.twoFactorCodeLength) check({ method: 'code', twoFactorCode: typed });
      else setProblem(t('auth.twoFactor.enterValidCode'));
    } else if (typed === '') setProblem(t('auth.twoFactor.enterRecoveryCode'));
    else check({ method: 'recovery', recoveryCode: typed });
  }

  function change(next: string) {
    setProblem(null);
    setCode(next);
  }

  function switchMode() {
    // Rendered at once, so that the other field is there to take the focus.
    flushSync(() => {
      setMode(mode === 'code' ? 'recovery' : 'code');
      change('');
    });
    input.current?.focus();
  }

  return { mode, code, input, check, isChecking, problem, submit, change, switchMode };
}

/** The second step of a sign-in: a code of the app, or one that was kept for the day the app is lost. */
export function SecondFactor(props: SecondFactorProps) {
  const { t } = useTranslation();
  const form = useSecondFactorForm(props);
  const { mode, code, input, isChecking, problem } = form;
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>
        {mode === 'code' ? t('auth.twoFactor.codeLead') : t('auth.twoFactor.recoveryLead')}
      </p>
      <AuthForm onSubmit={form.submit}>
        {mode === 'code' ? (
          <TwoFactorCodeField
            ref={input}
            label={t('auth.twoFactor.codeLabel')}
            value={code}
            onChange={form.change}
            readOnly={isChecking}
          />
        ) : (
          <RecoveryCodeField ref={input} value={code} onChange={form.change} isLocked={isChecking} />
        )}
        {problem && <Notice tone="failed">{problem}</Notice>}
        <Button type="submit" isFullWidth isBusy={isChecking}>
          {t('auth.twoFactor.submit')}
        </Button>
      </AuthForm>
      {props.pendingSignIn.methods.includes('passkey') && (
        <PasskeyButton
          label={t('auth.twoFactor.withPasskey')}
          isBusy={isChecking}
          onPress={() => form.check({ method: 'passkey' })}
        />
      )}
      <p className={styles.switchLine}>
        <Button variant="link" disabled={isChecking} onClick={form.switchMode}>
          {mode === 'code' ? t('auth.twoFactor.lostDevice') : t('auth.twoFactor.backToCode')}
        </Button>
      </p>
    </div>
  );
}
