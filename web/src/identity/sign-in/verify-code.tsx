import { resendVerification, type SignedIn, verifyCode } from '@mercury/contract/api/auth.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { askAgain } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery, useSession } from '../../api/use-session.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import type { CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { codeOf, isCodeFull } from '../../ui/code-entry.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useCodeEntry, useSubmitWhenFull } from '../../ui/use-code-entry.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { useOpenAuthForm } from '../session/auth-address.ts';
import { closeAuthDialog, useAuthDialog } from '../session/auth-dialog.ts';
import { AuthForm } from '../forms/form-parts.tsx';
import { emailProofToastId, useAfterSignIn } from '../session/use-after-sign-in.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import styles from '../forms/auth.module.css';

interface VerifyCodeProps {
  email: string | null;
  /** Of the account just registered here. A signed-in person is known by the session. */
  username?: string | null;
  onVerified: (signedIn: SignedIn) => void;
}

function useVerification(
  boxes: RefObject<CodeBoxesHandle | null>,
  { email, username, onVerified }: VerifyCodeProps,
) {
  const { t } = useTranslation();
  const entry = useCodeEntry(boxes);
  const askWhetherVerified = useVerifiedElsewhere();
  const { mutate, isPending } = useCommand({
    mutationFn: (body: { email: string; code: string }) =>
      call(verifyCode, { body: { ...body, ...(username && { username }) } }),
    onSuccess: (reply) => {
      toast.success(t('auth.verification.success'), { id: emailProofToastId });
      onVerified(reply);
    },
    onError: async (error) => {
      const isRefused = error instanceof ApiError && error.isRefusal;
      if (isRefused && (await askWhetherVerified())) return;
      const text = isRefused
        ? errorMessage(error, t, { fallback: t('auth.verification.invalidCode') })
        : t('auth.verification.error');
      toast.error(text, { id: emailProofToastId });
      entry.refuse(text, isRefused);
    },
  });

  function ask(text: string) {
    toast.error(text, { id: emailProofToastId });
    entry.ask(text);
  }

  function submit() {
    if (isPending) return;
    if (!isCodeFull(entry.characters)) ask(t('auth.verification.enterFullCode'));
    else if (!email) ask(t('auth.verification.emailRequired'));
    else mutate({ email, code: codeOf(entry.characters) });
  }

  return { entry, submit, isPending };
}

export function VerifyCode(props: VerifyCodeProps) {
  const { t } = useTranslation();
  const boxes = useRef<CodeBoxesHandle>(null);
  const { entry, submit, isPending } = useVerification(boxes, props);
  const { status } = useSession();
  const openForm = useOpenAuthForm();
  useSubmitWhenFull(entry.characters, submit);

  return (
    <div className={styles.stack}>
      <p className={styles.lead}>
        {t('auth.verification.sentTo')} <bdi className={styles.strong}>{props.email}</bdi>
      </p>
      <AuthForm onSubmit={submit}>
        <CodeField
          kind="characters"
          ref={boxes}
          label={t('auth.verification.codeLabel')}
          value={entry.characters}
          onChange={entry.change}
          error={entry.problem?.text}
          isDisabled={isPending}
        />
        <Button type="submit" isFullWidth isBusy={isPending}>
          {t('auth.verification.submit')}
        </Button>
      </AuthForm>
      {entry.problem?.isRefused && status === 'anonymous' && (
        <p className={styles.aside}>
          {t('auth.verification.linkOpened')}{' '}
          <Button variant="link" onClick={() => openForm('login')}>
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

/**
 * The person may open the link elsewhere. A signed-in page asks when it becomes visible, or when the returned function is called.
 * Without the session of the account there is no answer.
 */
function useVerifiedElsewhere(): () => Promise<boolean> {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { status } = useSession();
  const isAsked = status === 'unverified';
  const ask = useCallback(async () => {
    if (!isAsked) return false;
    await askAgain(queryClient, profileQuery.queryKey);
    const isVerified = queryClient.getQueryData<User>(profileQuery.queryKey)?.emailVerified ?? false;
    if (isVerified) toast.success(t('auth.verification.success'), { id: emailProofToastId });
    return isVerified;
  }, [isAsked, queryClient, t]);
  useEffect(() => {
    const askOnceSeen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', askOnceSeen);
    return () => document.removeEventListener('visibilitychange', askOnceSeen);
  }, [ask]);
  return ask;
}

/** The server's limit for one address. */
const cooldownMs = 60_000;

function ResendCode({ email, username }: { email: string; username?: string | null | undefined }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const [coolsUntilMs, setCoolsUntilMs] = useState<number | null>(null);
  const secondsLeft = useSecondsLeft(coolsUntilMs);
  const coolDown = () => setCoolsUntilMs(Date.now() + cooldownMs);
  const resend = useCommand({
    mutationFn: () => call(resendVerification, { body: { email, ...(username && { username }) } }),
    onSuccess: () => {
      toast.success(t('toast.verificationSent'));
      coolDown();
    },
    onError: (error) => {
      toast.error(resendFailure(error, t));
      if (isTooOften(error)) coolDown();
    },
  });
  return (
    <>
      <p className={styles.switchLine}>
        {t('auth.verification.noCode')}{' '}
        <Button
          variant="link"
          disabled={secondsLeft > 0}
          isBusy={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {secondsLeft > 0
            ? t('auth.verification.resendIn', { time: formatCountdown(secondsLeft, formatTag) })
            : t('auth.verification.resend')}
        </Button>
      </p>
      {resend.error && <Notice tone="failed">{resendFailure(resend.error, t)}</Notice>}
    </>
  );
}

const isTooOften = (error: Error) => error instanceof ApiError && error.code === 'RateLimitExceeded';

function resendFailure(error: Error, t: TFunction): string {
  return isTooOften(error) ? error.message || t('toast.tooManyAttempts') : t('toast.verificationFailed');
}

/** Blocks every page that needs a verified email. The other way out is another account. */
export function VerificationPrompt({ email }: { email: string }) {
  const { t } = useTranslation();
  const afterSignIn = useAfterSignIn(paths.dashboard);
  const signOut = useSignOut();
  const dialog = useAuthDialog();
  return (
    <Modal
      // Unless the dialog already asks for the code.
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
