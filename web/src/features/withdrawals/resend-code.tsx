import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { useResendCode } from './use-withdrawal.ts';
import styles from './withdrawals.module.css';

/** The server sends one mail a minute. */
const cooldownMs = 60_000;

export function ResendCode({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  // The first code was sent with the withdrawal itself, by the server's clock.
  const [coolsUntilMs, setCoolsUntilMs] = useState(
    () => Math.min(Date.parse(transaction.createdAt), Date.now()) + cooldownMs,
  );
  const secondsLeft = useSecondsLeft(coolsUntilMs);
  const coolDown = () => setCoolsUntilMs(Date.now() + cooldownMs);
  const resend = useResendCode(transaction);

  function send() {
    resend.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('withdraw.codeSent'));
        coolDown();
      },
      onError: (error) => {
        toast.error(errorMessage(error, t));
        if (error instanceof ApiError && error.code === 'RateLimitExceeded') coolDown();
      },
    });
  }

  return (
    <p className={styles.aside}>
      {t('withdraw.noCode')}{' '}
      <Button variant="link" disabled={secondsLeft > 0} isBusy={resend.isPending} onClick={send}>
        {secondsLeft > 0
          ? t('withdraw.resendIn', { time: formatCountdown(secondsLeft, formatTag) })
          : t('withdraw.resend')}
      </Button>
    </p>
  );
}
