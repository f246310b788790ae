import { resendVerification } from '@mercury/contract/api/auth.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useCommand } from '../../api/use-command.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import styles from './auth.module.css';

/** The server sends one mail a minute to an address. */
const cooldownMs = 60_000;

export function ResendCode({ email, username }: { email: string; username?: string | null | undefined }) {
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
      // Any other failure stays silent: the link is still there to be pressed again.
      if (!(error instanceof ApiError) || error.code !== 'RateLimitExceeded') return;
      toast.error(error.message || t('toast.tooManyAttempts'));
      coolDown();
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
