import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/ask-again.ts';
import { topicKey } from '../../api/topic-key.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import styles from './withdrawals.module.css';

/** How long the code is waited for. When it is over, the server is asked what became of the withdrawal. */
export function CodeTimeLeft({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const queryClient = useQueryClient();
  const secondsLeft = useSecondsLeft(Date.parse(endsAt));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) void askAgain(queryClient, topicKey('transactions'));
  }, [isOver, queryClient]);
  return (
    <p className={styles.aside} role="timer">
      {t('withdraw.timeLeft')} <bdi className={styles.time}>{formatCountdown(secondsLeft, formatTag)}</bdi>
    </p>
  );
}
