import { endOtherSessions, endSession, type SessionInfo } from '@mercury/contract/api/security.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { useOpenedBy, useOpenedFor } from '../../domain/opened-by.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { DeviceName, ItemRow, ListSkeleton, MetaLine, NetworkAddress } from './item-row.tsx';
import { askForAccount, sessionsQuery } from './queries.ts';
import styles from './security.module.css';

export function SessionsCard() {
  const { t } = useTranslation();
  const query = useQuery(sessionsQuery);
  const ending = useOpenedFor('session-end', query.data);
  const endingOthers = useOpenedBy('sessions-end');
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;

  return (
    <Card title={t('security.sessions.title')}>
      <p className={styles.text}>{t('security.sessions.text')}</p>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('security.sessions.loading')} />}
        failedTitle={t('security.sessions.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ending.open(session)} />
            ))}
          </ul>
        )}
      </QueryState>
      {hasOthers && (
        <div className={styles.footer}>
          <Button variant="secondary" onClick={() => endingOthers.open()}>
            {t('security.sessions.endOthers')}
          </Button>
        </div>
      )}
      {ending.item && (
        <EndSessionDialog
          key={`one-${ending.key}`}
          session={ending.item}
          isOpen={ending.isOpen}
          onClose={ending.close}
        />
      )}
      <EndSessionDialog
        key={`others-${endingOthers.key}`}
        session={null}
        isOpen={endingOthers.isOpen}
        onClose={endingOthers.close}
      />
    </Card>
  );
}

interface EndSessionDialogProps {
  /** Null means all other sessions. */
  session: SessionInfo | null;
  isOpen: boolean;
  onClose: () => void;
}

function EndSessionDialog({ session, isOpen, onClose }: EndSessionDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useEndSession(onClose);
  const device = session?.device ? `\u2068${session.device}\u2069` : t('security.unknownDevice');
  const texts = session
    ? {
        title: t('security.sessions.endTitle'),
        description: t('security.sessions.endText', { device }),
        confirmLabel: t('security.sessions.end'),
      }
    : {
        title: t('security.sessions.endOthersTitle'),
        description: t('security.sessions.endOthersText'),
        confirmLabel: t('security.sessions.endOthers'),
      };
  return (
    <ConfirmDialog
      {...texts}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => mutate(session)}
      isBusy={isPending}
      problem={error && errorMessage(error, t)}
    />
  );
}

const handheld = /\b(Android|iOS|iPadOS)\b/i;

interface SessionRowProps {
  session: SessionInfo;
  onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { device, networkAddress, createdAt, lastUsedAt, isCurrent } = session;
  const name = device === '' ? t('security.unknownDevice') : `\u2068${device}\u2069`;
  return (
    <ItemRow
      testId="session"
      icon={handheld.test(device) ? Smartphone : Monitor}
      tone={isCurrent ? 'good' : 'neutral'}
      title={<DeviceName device={device} />}
      badge={isCurrent && <Badge tone="completed">{t('security.sessions.thisDevice')}</Badge>}
      action={
        !isCurrent && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('security.sessions.endOf', { device: name })}
            onClick={onEnd}
          >
            {t('security.sessions.end')}
          </Button>
        )
      }
    >
      <MetaLine>
        <NetworkAddress address={networkAddress} />
        {isCurrent ? <span>{t('security.sessions.activeNow')}</span> : <TimeAgo at={lastUsedAt} />}
      </MetaLine>
      <MetaLine>
        <time dateTime={createdAt}>
          {t('security.sessions.since', { time: formatDateTime(createdAt, formatTag, { hasTime: true }) })}
        </time>
      </MetaLine>
    </ItemRow>
  );
}

/** Already ended counts as success. */
async function endUnlessEnded(id: string) {
  try {
    return await call(endSession, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NotFound') return null;
    throw error;
  }
}

/** Null ends all other sessions. */
function useEndSession(onEnded: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (session: SessionInfo | null) =>
      session === null ? call(endOtherSessions, {}) : endUnlessEnded(session.id),
    onSuccess: (reply) => {
      toast.success(reply?.message ?? t('security.sessions.ended'));
      onEnded();
      return askForAccount(queryClient);
    },
  });
}
