import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Outcome } from './form-parts.tsx';
import { useMailedLinkDone } from './use-mailed-token.ts';
import styles from './auth.module.css';

interface ConfirmLinkProps {
  /** From a mailed link; empty if the link had none. */
  token: string;
  consequences: readonly string[];
  confirmLabel: string;
  doneTitle: string;
  doneText: string;
  command: (token: string) => Promise<unknown>;
  failedHint?: string;
  /** By default a new password, because every session of the account has ended. */
  waysOn?: ReactNode;
}

/** Asks first, because mail scanners open links too. The key restarts it for another link in the same tab: that loads no page. */
export function ConfirmLink(props: ConfirmLinkProps) {
  return <OneLink key={props.token} {...props} />;
}

function OneLink(props: ConfirmLinkProps) {
  const { token, consequences, confirmLabel, doneTitle, doneText, command } = props;
  const { t } = useTranslation();
  const { failedHint = t('mailedLink.failedHint'), waysOn = <WaysBack /> } = props;
  const queryClient = useQueryClient();
  const { isDone, finish } = useMailedLinkDone();
  const [isUseless, setIsUseless] = useState(token === '' && !isDone);
  const confirm = useCommand({
    isForAnybody: true,
    mutationFn: () => command(token),
    // Finds out whether this browser's session has ended too.
    onSuccess: () => void askAgain(queryClient, profileQuery.queryKey),
    onError: (error) => setIsUseless(isRefusedForGood(error)),
  });
  const { isSuccess } = confirm;
  useEffect(() => {
    // Not in the command: a person who left the page must not be led back.
    if (isSuccess) finish();
  }, [isSuccess, finish]);
  const problem = confirm.error && errorMessage(confirm.error, t);

  if (isUseless) {
    return (
      <Outcome kind="failed" title={t('mailedLink.failedTitle')} action={waysOn}>
        {problem ?? t('mailedLink.invalidLink')}
        <span className={styles.nextLine}>{failedHint}</span>
      </Outcome>
    );
  }
  if (isSuccess || isDone) {
    return (
      <Outcome kind="completed" title={doneTitle} action={waysOn}>
        {doneText}
      </Outcome>
    );
  }
  return (
    <div className={styles.stack}>
      <ul className={styles.points}>
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      {problem && <Notice tone="failed">{problem}</Notice>}
      <div className={styles.outcomeActions}>
        <Button variant="danger" isFullWidth isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirmLabel}
        </Button>
        <ButtonLink variant="secondary" isFullWidth to={paths.home}>
          {t('mailedLink.leave')}
        </ButtonLink>
      </div>
    </div>
  );
}

function isRefusedForGood(error: Error): boolean {
  return error instanceof ApiError && error.isRefusal && error.code !== 'RateLimitExceeded';
}

function WaysBack() {
  const { t } = useTranslation();
  return (
    <>
      <ButtonLink isFullWidth to={paths.forgotPassword}>
        {t('mailedLink.resetPassword')}
      </ButtonLink>
      <ButtonLink variant="secondary" isFullWidth to={paths.login}>
        {t('auth.signIn.submit')}
      </ButtonLink>
    </>
  );
}
