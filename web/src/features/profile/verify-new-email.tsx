import { limits } from '@mercury/contract/limits.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBoxes } from '../../ui/code-boxes.tsx';
import { isCodeFull } from '../../ui/code-entry.ts';
import styles from './profile.module.css';
import { useVerifyNewEmail } from './use-verify-new-email.ts';

/** A moment to see the last character stand there, and to take it back. */
const submitAfterMs = 500;
const hourMs = 60 * 60 * 1000;

interface VerifyNewEmailProps {
  newEmail: string;
  onVerified: () => void;
  /** To another address, or once more to this one. */
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
