import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart, usePressedPart } from '../../ui/lazy-part.tsx';
import { useArrivals } from './arrivals.ts';
import { noticesQuery } from './queries.ts';
import styles from './notices-bell.module.css';

const loadPopover = () => import('./notices-popover.tsx');
const NoticesPopover = lazyPart(async () => (await loadPopover()).NoticesPopover);

/** The header's bell with events that the person did not start. Its popover loads on first press. */
export function NoticesBell() {
  const query = useQuery(noticesQuery);
  const { data } = query;
  const { isPressed, giveUp, handlers } = usePressedPart(loadPopover);
  useArrivals(data?.notices);
  const button = <BellButton unreadCount={data?.unreadCount ?? 0} aria-haspopup="dialog" {...handlers} />;
  if (!isPressed) return button;
  return <NoticesPopover query={query} whileLoading={button} onGiveUp={giveUp} />;
}

/** The badge counts up to this: more digits would not fit. */
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
