import type { Notice } from '@mercury/contract/api/notices.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { NoticeList } from './notice-list.tsx';
import styles from './notices-bell.module.css';
import { noticesQuery, useReadNotices } from './queries.ts';
import { useArrivals } from './use-arrivals.ts';

/** How many are unread, up to here: more digits would not fit, and say no more. */
const countShownMax = 9;

/** The bell of the header: what happened without the person's doing. Looking at it reads it. */
export function NoticesBell() {
  const { t } = useTranslation();
  const query = useQuery(noticesQuery);
  const { data } = query;
  const { mutate: read } = useReadNotices();
  const [isOpen, setIsOpen] = useState(false);
  // What was unread when somebody looked stays marked for as long as they look.
  const [unreadIds, setUnreadIds] = useState<readonly string[]>([]);
  useArrivals(data?.notices);

  function changeOpen(willBeOpen: boolean) {
    setIsOpen(willBeOpen);
    const [newest] = data?.notices ?? [];
    if (!willBeOpen || data === undefined || newest === undefined) return;
    setUnreadIds(unreadIdsOf(data.notices));
    if (data.unreadCount > 0) read(newest.id);
  }

  return (
    <Popover
      title={t('notices.title')}
      isOpen={isOpen}
      onOpenChange={changeOpen}
      trigger={<BellButton unreadCount={data?.unreadCount ?? 0} />}
    >
      <NoticeList query={query} unreadIds={unreadIds} onLeave={() => setIsOpen(false)} />
    </Popover>
  );
}

function unreadIdsOf(notices: readonly Notice[]): string[] {
  return notices.filter(({ isRead }) => !isRead).map(({ id }) => id);
}

type BellButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { unreadCount: number };

function BellButton({ unreadCount, ...rest }: BellButtonProps) {
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
