import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './bell-button.module.css';

/** How many are unread, up to here: more digits would not fit, and say no more. */
const countShownMax = 9;

type BellButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { unreadCount: number };

export function BellButton({ unreadCount, ...rest }: BellButtonProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const shown = formatCount(Math.min(unreadCount, countShownMax), formatTag);
  const formatted = formatCount(unreadCount, formatTag);
  return (
    <IconButton
      {...rest}
      label={unreadCount === 0 ? t('notices.title') : t('notices.unread', { count: unreadCount, formatted })}
      className={styles.bell}
    >
      <Bell size={20} aria-hidden="true" />
      {unreadCount > 0 && (
        <span className={styles.count} aria-hidden="true" data-testid="unread-count">
          {unreadCount > countShownMax ? `${shown}+` : shown}
        </span>
      )}
    </IconButton>
  );
}
