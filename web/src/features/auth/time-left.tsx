import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import styles from './auth.module.css';

interface TimeLeftProps {
  endsAtMs: number;
  /** Not called while there is nobody to tell: it is as soon as there is. */
  onEnd: (() => void) | undefined;
}

export function TimeLeft({ endsAtMs, onEnd }: TimeLeftProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const secondsLeft = useSecondsLeft(endsAtMs);
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  const isOver = secondsLeft === 0;
  const canTell = onEnd !== undefined;
  useEffect(() => {
    if (isOver && canTell) latestOnEnd.current?.();
  }, [isOver, canTell]);
  return (
    <p className={styles.countdown} role="timer">
      {t('resetPassword.timeLeft')}{' '}
      <bdi className={styles.time}>{formatCountdown(secondsLeft, formatTag)}</bdi>
    </p>
  );
}
