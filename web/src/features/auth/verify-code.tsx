import { type SignedIn, verifyCode } from '@mercury/contract/api/auth.ts';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { useSession } from '../../api/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBoxes, type CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { codeOf, emptyCode, isCodeFull } from '../../ui/code-entry.ts';
import { toast } from '../../ui/toast.ts';
import { openAuthDialog } from './auth-dialog.ts';
import { AuthForm } from './form-parts.tsx';
import { ResendCode } from './resend-code.tsx';
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts';
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

interface CodeProblem {
  text: string;
  /** The server knows no such code: not any more, perhaps. */
  isRefused: boolean;
}

function useVerification({ email, username, onVerified }: VerifyCodeProps) {
  const { t } = useTranslation();
  const [characters, setCharacters] = useState(emptyCode);
  const [problem, setProblem] = useState<CodeProblem>();
  const boxes = useRef<CodeBoxesHandle>(null);
  const askWhetherVerified = useVerifiedElsewhere();
  function tell(text: string, isRefused = false) {
    toast.error(text);
    setProblem({ text, isRefused });
  }
  const { mutate, isPending } = useCommand({
    mutationFn: (body: { email: string; code: string }) =>
      call(verifyCode, { body: { ...body, ...(username && { username }) } }),
    onSuccess: (reply) => {
      toast.success(t('auth.verification.success'));
      onVerified(reply);
    },
    onError: async (error) => {
      const isRefused = error instanceof ApiError && error.isRefusal;
      if (isRefused && (await askWhetherVerified())) return;
      tell(
        isRefused
          ? errorMessage(error, t, { fallback: t('auth.verification.invalidCode') })
          : t('auth.verification.error'),
        isRefused,
      );
      setCharacters(emptyCode);
      setTimeout(() => boxes.current?.focusFirst(), focusAfterMs);
    },
  });

  function submit() {
    if (isPending) return;
    if (!isCodeFull(characters)) tell(t('auth.verification.enterFullCode'));
    else if (!email) tell(t('auth.verification.emailRequired'));
    else mutate({ email, code: codeOf(characters) });
  }

  function change(next: typeof characters) {
    setProblem(undefined);
    setCharacters(next);
  }

  return { characters, change, submit, boxes, isPending, problem };
}

export function VerifyCode(props: VerifyCodeProps) {
  const { t } = useTranslation();
  const { characters, change, submit, boxes, isPending, problem } = useVerification(props);
  const { status } = useSession();
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
          error={problem?.text}
          isDisabled={isPending}
        />
        <Button type="submit" isFullWidth isBusy={isPending}>
          {t('auth.verification.submit')}
        </Button>
      </AuthForm>
      {problem?.isRefused && status === 'anonymous' && (
        <p className={styles.aside}>
          {t('auth.verification.linkOpened')}{' '}
          <Button variant="link" onClick={() => openAuthDialog('login')}>
            {t('auth.signIn.submit')}
          </Button>
        </p>
      )}
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
