import { resendVerification } from '@mercury/contract/api/auth.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useCommand } from '../../api/use-command.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './auth.module.css';

/** The server sends one mail a minute to an address. */
const cooldownSeconds = 60;

function useCountdown() {
  const [secondsLeft, setSecondsLeft] = useState(0);
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [secondsLeft, setSecondsLeft] as const;
}

export function ResendCode({ email, username }: { email: string; username?: string | null | undefined }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const [secondsLeft, setSecondsLeft] = useCountdown();
  const resend = useCommand({
    mutationFn: () => call(resendVerification, { body: { email, ...(username && { username }) } }),
    onSuccess: () => {
      toast.success(t('toast.verificationSent'));
      setSecondsLeft(cooldownSeconds);
    },
    onError: (error) => {
      // Any other failure stays silent: the link is still there to be pressed again.
      if (!(error instanceof ApiError) || error.code !== 'RateLimitExceeded') return;
      toast.error(error.message || t('toast.tooManyAttempts'));
      setSecondsLeft(cooldownSeconds);
    },
  });
  return (
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
  );
}
