import { verifyNewEmail } from '@mercury/contract/api/users.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
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
import type { CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { codeOf, isCodeFull } from '../../ui/code-entry.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useCodeEntry, useSubmitWhenFull } from '../../ui/use-code-entry.ts';
import styles from './profile.module.css';

const hourMs = 60 * 60 * 1000;

interface VerifyNewEmailProps {
  newEmail: string;
  onVerified: () => void;
  onAskAgain: () => void;
}

export function VerifyNewEmail({ newEmail, onVerified, onAskAgain }: VerifyNewEmailProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const boxes = useRef<CodeBoxesHandle>(null);
  const { entry, submit, isPending } = useVerifyNewEmail(boxes, onVerified);
  useSubmitWhenFull(entry.characters, submit);
  useLayoutEffect(() => boxes.current?.focus(), [boxes]);

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
      <CodeField
        kind="characters"
        ref={boxes}
        label={t('auth.verification.codeLabel')}
        value={entry.characters}
        onChange={entry.change}
        error={entry.problem?.text}
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

function useVerifyNewEmail(boxes: RefObject<CodeBoxesHandle | null>, onVerified: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const entry = useCodeEntry(boxes);
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
      const text = errorMessage(error, t, { fallback });
      toast.error(text);
      entry.refuse(text, isRefused);
    },
  });

  function submit() {
    if (isPending) return;
    if (isCodeFull(entry.characters)) {
      mutate(codeOf(entry.characters));
      return;
    }
    const text = t('auth.verification.enterFullCode');
    toast.error(text);
    entry.ask(text);
  }

  return { entry, submit, isPending };
}
