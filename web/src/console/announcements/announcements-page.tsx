import {
  type Announcement,
  endAnnouncement,
  listAnnouncements,
} from '@mercury/contract/console/announcements.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMay } from '../api/me.ts';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { RowButton } from '../row-button.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { announcementsKey } from './queries.ts';
import { WriteDialog } from './write-dialog.tsx';

/** What everybody is told in the app, and by mail. */
export function AnnouncementsPage() {
  const { t } = useTranslation('console');
  const mayWrite = useMay('announcements.write');
  const writing = useDialog();
  const ending = useItemDialog<Announcement>();
  const query = useInfiniteQuery({
    queryKey: [...announcementsKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listAnnouncements, { query: { cursor: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page title={t('announcements.title')}>
      <Card
        title={t('announcements.all')}
        action={
          mayWrite && (
            <Button size="small" aria-haspopup="dialog" onClick={writing.open}>
              {t('announcements.write')}
            </Button>
          )
        }
      >
        <PagedList
          query={query}
          itemsOf={({ announcements }) => announcements}
          loadingLabel={t('announcements.loading')}
          failedTitle={t('announcements.failedToLoad')}
          empty={
            <EmptyState icon={<Megaphone size={24} />} title={t('announcements.empty')}>
              {t('announcements.emptyText')}
            </EmptyState>
          }
        >
          {(announcements) => (
            <ul className={styles.list}>
              {announcements.map((announcement) => (
                <AnnouncementRow
                  key={announcement.id}
                  announcement={announcement}
                  onEnd={mayWrite ? () => ending.open(announcement) : undefined}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
      {mayWrite && <WriteDialog key={writing.key} isOpen={writing.isOpen} onClose={writing.close} />}
      {ending.item && (
        <EndDialog
          key={`end-${ending.opening}`}
          announcement={ending.item}
          isOpen={ending.isOpen}
          onClose={ending.close}
        />
      )}
    </Page>
  );
}

const tones = { waiting: 'pending', shown: 'completed', ended: 'neutral' } as const;

interface AnnouncementRowProps {
  announcement: Announcement;
  /** Undefined: this role may not. */
  onEnd: (() => void) | undefined;
}

function AnnouncementRow({ announcement, onEnd }: AnnouncementRowProps) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { texts, startsAt, endsAt, state, mailCount } = announcement;
  return (
    <li className={styles.row} data-testid="announcement">
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi lang="en">{texts.en}</bdi>
          <Badge tone={tones[state]}>{t(`announcements.states.${state}`)}</Badge>
        </p>
        <p className={styles.meta}>
          {t('announcements.from')} <DateText at={startsAt} />
          {endsAt !== null && (
            <>
              {' · '}
              {t('announcements.until')} <DateText at={endsAt} />
            </>
          )}
          {' · '}
          <bdi dir="ltr">{Object.keys(texts).join(', ')}</bdi>
          {mailCount !== null && (
            <>
              {' · '}
              {t('announcements.mailed', { shown: formatCount(mailCount, formatTag) })}
            </>
          )}
        </p>
      </div>
      {onEnd && state !== 'ended' && (
        <RowButton
          label={t('announcements.end')}
          name={t('announcements.endOf', { text: `\u2068${texts.en}\u2069` })}
          onClick={onEnd}
        />
      )}
    </li>
  );
}

interface EndDialogProps {
  announcement: Announcement;
  isOpen: boolean;
  onClose: () => void;
}

function EndDialog({ announcement, isOpen, onClose }: EndDialogProps) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const end = useConsoleCommand({
    mutationFn: () => callConsole(endAnnouncement, { params: { id: announcement.id } }),
    onSuccess: () => {
      toast.success(t('announcements.hasEnded'));
      onClose();
      return askAgain(client, announcementsKey);
    },
    // Somebody else may have ended it: the list shows what is so now.
    onError: () => askAgain(client, announcementsKey),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      closesOnBack
      title={t('announcements.endTitle')}
      description={t('announcements.endText')}
      confirmLabel={t('announcements.end')}
      onConfirm={() => end.mutate()}
      isBusy={end.isPending}
      problem={end.error === null ? null : errorMessage(end.error, tShared)}
    />
  );
}
