import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../connection.ts';
import { formatMoment } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { TimeAgo } from '../../ui/time-text.tsx';
import styles from './balance-age.module.css';

/** While nobody can be asked what the balance is now, it says of when it is. */
export function BalanceAge({ atMs }: { atMs: number }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  const at = new Date(atMs).toISOString();
  return (
    <p className={styles.age} data-testid="balance-age">
      <History size={14} aria-hidden="true" />
      <span>
        {t('wallet.asOf', { time: formatMoment(at, formatTag) })} · <TimeAgo at={at} />
      </span>
    </p>
  );
}
