import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listNotices, Notice } from '@mercury/contract/api/notices.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../ui/popover.tsx';
import { BellButton } from './bell-button.tsx';
import { NoticeList } from './notice-list.tsx';
import { useReadNotices } from './queries.ts';

interface NoticesPopoverProps {
  query: UseQueryResult<ReplyOf<typeof listNotices>>;
}

/** The bell with its notices: they open as they arrive, since it was a press that fetched them. Looking reads them. */
export function NoticesPopover({ query }: NoticesPopoverProps) {
  const { t } = useTranslation();
  const { data } = query;
  const { mutate: read } = useReadNotices();
  const [isOpen, setIsOpen] = useState(true);
  // What was unread when somebody looked stays marked for as long as they look. Undefined until they see it.
  const [unreadIds, setUnreadIds] = useState<readonly string[]>();
  if (isOpen && data !== undefined && unreadIds === undefined) setUnreadIds(unreadIdsOf(data.notices));

  const readAll = useEffectEvent(() => {
    const [newest] = data?.notices ?? [];
    if (newest !== undefined && data !== undefined && data.unreadCount > 0) read(newest.id);
  });
  useEffect(() => {
    if (unreadIds !== undefined) readAll();
  }, [unreadIds]);

  function changeOpen(willBeOpen: boolean) {
    setIsOpen(willBeOpen);
    if (willBeOpen) setUnreadIds(undefined);
  }

  return (
    <Popover
      title={t('notices.title')}
      isOpen={isOpen}
      onOpenChange={changeOpen}
      trigger={<BellButton unreadCount={data?.unreadCount ?? 0} />}
    >
      <NoticeList query={query} unreadIds={unreadIds ?? []} onLeave={() => setIsOpen(false)} />
    </Popover>
  );
}

function unreadIdsOf(notices: readonly Notice[]): string[] {
  return notices.filter(({ isRead }) => !isRead).map(({ id }) => id);
}
