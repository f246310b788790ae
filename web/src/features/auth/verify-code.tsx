import { type SignedIn, verifyCode } from '@mercury/contract/api/auth.ts';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBoxes, type CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { codeOf, emptyCode, isCodeFull } from '../../ui/code-entry.ts';
import { toast } from '../../ui/toast.ts';
import { AuthForm } from './form-parts.tsx';
import { ResendCode } from './resend-code.tsx';
import styles from './auth.module.css';

/** A moment to see the last character stand there, and to take it back. */
const submitAfterMs = 500;
/** The boxes were disabled while the code was checked: they take focus again once they are not. */
const focusAfterMs = 100;

interface VerifyCodeProps {
  email: string | null;
  /** Of an account that was registered here; a signed-in person's is known by the session. */
  username?: string | null;
  onVerified: (signedIn: SignedIn) => void;
}

function useVerification({ email, username, onVerified }: VerifyCodeProps) {
  const { t } = useTranslation();
  const [characters, setCharacters] = useState(emptyCode);
  const boxes = useRef<CodeBoxesHandle>(null);
  const { mutate, isPending, isError, reset } = useCommand({
    mutationFn: (body: { email: string; code: string }) =>
      call(verifyCode, { body: { ...body, ...(username && { username }) } }),
    onSuccess: (reply) => {
      toast.success(t('auth.verification.success'));
      onVerified(reply);
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.isRefusal;
      toast.error(
        isRefused
          ? errorMessage(error, t, { fallback: t('auth.verification.invalidCode') })
          : t('auth.verification.error'),
      );
      setCharacters(emptyCode);
      setTimeout(() => boxes.current?.focusFirst(), focusAfterMs);
    },
  });

  function submit() {
    if (isPending) return;
    if (!isCodeFull(characters)) toast.error(t('auth.verification.enterFullCode'));
    else if (!email) toast.error(t('auth.verification.emailRequired'));
    else mutate({ email, code: codeOf(characters) });
  }

  function change(next: typeof characters) {
    if (isError) reset();
    setCharacters(next);
  }

  return { characters, change, submit, boxes, isPending, isError };
}

export function VerifyCode(props: VerifyCodeProps) {
  const { t } = useTranslation();
  const { characters, change, submit, boxes, isPending, isError } = useVerification(props);
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  useEffect(() => {
    if (!isCodeFull(characters)) return;
    const timer = setTimeout(() => latestSubmit.current(), submitAfterMs);
    return () => clearTimeout(timer);
  }, [characters]);

  return (
    <div className={styles.stack}>
      <p className={styles.lead}>
        {t('auth.verification.sentTo')} <bdi className={styles.strong}>{props.email}</bdi>
      </p>
      <AuthForm onSubmit={submit}>
        <CodeBoxes
          ref={boxes}
          label={t('auth.verification.codeLabel')}
          value={characters}
          onChange={change}
          isInvalid={isError}
          isDisabled={isPending}
        />
        <Button type="submit" isFullWidth isBusy={isPending}>
          {t('auth.verification.submit')}
        </Button>
      </AuthForm>
      {props.email && <ResendCode email={props.email} username={props.username} />}
      <aside className={styles.notice}>
        <ShieldCheck size={20} aria-hidden="true" />
        <p>
          <strong className={styles.strong}>{t('auth.verification.securityTitle')}</strong>{' '}
          {t('auth.verification.securityText')}
        </p>
      </aside>
    </div>
  );
}
