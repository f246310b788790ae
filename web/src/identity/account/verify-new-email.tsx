import { verifyNewEmail } from '@mercury/contract/api/users.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { askAgain } from '../../api/query-client.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../security/queries.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBoxes, type CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { type CodeCharacters, codeOf, emptyCode, isCodeFull } from '../../ui/code-entry.ts';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';

/** Time to see the last character and undo it. */
const submitAfterMs = 500;
const hourMs = 60 * 60 * 1000;

interface VerifyNewEmailProps {
  newEmail: string;
  onVerified: () => void;
  onAskAgain: () => void;
}

export function VerifyNewEmail({ newEmail, onVerified, onAskAgain }: VerifyNewEmailProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { characters, change, submit, boxes, isPending, problem } = useVerifyNewEmail(onVerified);
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  useLayoutEffect(() => boxes.current?.focusFirst(), [boxes]);
  useEffect(() => {
    if (!isCodeFull(characters)) return;
    const timer = setTimeout(() => latestSubmit.current(), submitAfterMs);
    return () => clearTimeout(timer);
  }, [characters]);

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles.text}>
        {t('auth.verification.sentTo')} <bdi className={styles.strong}>{newEmail}</bdi>
      </p>
      <CodeBoxes
        ref={boxes}
        label={t('auth.verification.codeLabel')}
        value={characters}
        onChange={change}
        error={problem}
        isDisabled={isPending}
      />
      <div className={styles.choices}>
        <Button type="submit" isFullWidth isBusy={isPending}>
          {t('auth.verification.submit')}
        </Button>
        <Button variant="ghost" isFullWidth disabled={isPending} onClick={onAskAgain}>
          {t('profile.askEmailAgain')}
        </Button>
      </div>
      <p className={styles.small}>
        {t('profile.verifyEmailText', { hours: formatCount(limits.emailUndoMs / hourMs, formatTag) })}
      </p>
    </form>
  );
}

/** Disabled boxes lose the focus. They take it again after the check. */
const focusAfterMs = 100;

function useVerifyNewEmail(onVerified: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [characters, setCharacters] = useState(emptyCode);
  const [problem, setProblem] = useState<string>();
  const boxes = useRef<CodeBoxesHandle>(null);
  function tell(text: string) {
    toast.error(text);
    setProblem(text);
  }
  const { mutate, isPending } = useCommand({
    mutationFn: (code: string) => call(verifyNewEmail, { body: { code } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('auth.verification.success'));
      onVerified();
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.isRefusal;
      const fallback = isRefused ? t('auth.verification.invalidCode') : t('auth.verification.error');
      tell(errorMessage(error, t, { fallback }));
      setCharacters(emptyCode);
      setTimeout(() => boxes.current?.focusFirst(), focusAfterMs);
    },
  });

  function submit() {
    if (isPending) return;
    if (isCodeFull(characters)) mutate(codeOf(characters));
    else tell(t('auth.verification.enterFullCode'));
  }

  function change(next: CodeCharacters) {
    setProblem(undefined);
    setCharacters(next);
  }

  return { characters, change, submit, boxes, isPending, problem };
}
