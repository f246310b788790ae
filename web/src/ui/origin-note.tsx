import { limits } from '@mercury/contract/limits.ts';
import { History, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeAgo } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import styles from './origin-note.module.css';

interface OriginNoteProps {
  /** A market, or prices that were made up. */
  source: 'live' | 'pretend';
  asOf: string;
  isStale: boolean;
}

/** Ages are told by the minute. */
const ageRefreshMs = 60_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ageRefreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What keeps prices from being good ones: that they are made up, or old. Nothing where they are as they should be. */
export function OriginNote({ source, asOf, isStale }: OriginNoteProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const now = useNow();
  // The server said so, or it has not been heard of since.
  const isOld = isStale || now - Date.parse(asOf) > limits.marketStaleAfterMs;
  return (
    <>
      {isOld && (
        <p className={styles.note} data-tone="warning">
          <History size={16} aria-hidden="true" />
          {t('market.stale', { age: formatTimeAgo(asOf, formatTag, Math.max(now, Date.parse(asOf))) })}
        </p>
      )}
      {source === 'pretend' && (
        <p className={styles.note}>
          <Info size={16} aria-hidden="true" />
          {t('market.pretendHint')}
        </p>
      )}
    </>
  );
}
