import type { UseQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../connection.ts';
import { formatMoment } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { TimeAgo } from '../ui/time-text.tsx';
import styles from './answer-age.module.css';

/** Offline, it says from when the server's answer is. */
export function AnswerAge({ query }: { query: Pick<UseQueryResult, 'dataUpdatedAt'> }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  // Only this component reads the time, so that an unchanged answer renders nothing else again.
  if (isOnline || query.dataUpdatedAt === 0) return null;
  const at = new Date(query.dataUpdatedAt).toISOString();
  return (
    <p className={styles.age} data-testid="answer-age">
      <History size={14} aria-hidden="true" />
      <span>
        {t('offline.asOf', { time: formatMoment(at, formatTag) })} · <TimeAgo at={at} />
      </span>
    </p>
  );
}
