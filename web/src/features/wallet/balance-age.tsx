import type { UseQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { formatMoment } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { TimeAgo } from '../../ui/time-text.tsx';
import styles from './balance-age.module.css';

/** While nobody can be asked what the balance is now, it says of when it is. */
export function BalanceAge({ query }: { query: Pick<UseQueryResult, 'dataUpdatedAt'> }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  // Read only here, it has nothing drawn anew by an answer that changes nothing.
  const at = new Date(query.dataUpdatedAt).toISOString();
  return (
    <p className={styles.age} data-testid="balance-age">
      <History size={14} aria-hidden="true" />
      <span>
        {t('wallet.asOf', { time: formatMoment(at, formatTag) })} · <TimeAgo at={at} />
      </span>
    </p>
  );
}
