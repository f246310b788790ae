import type { SessionInfo } from '@mercury/contract/api/security.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { CardStates } from './card-states.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { sessionsQuery } from './queries.ts';
import styles from './security.module.css';
import { SessionRow } from './session-row.tsx';
import { useEndSession } from './use-end-session.ts';

export function SessionsCard() {
  const { t } = useTranslation();
  const query = useQuery(sessionsQuery);
  const dialog = useDialog();
  const [ending, setEnding] = useState<SessionInfo | null>(null);
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;

  function ask(session: SessionInfo | null) {
    setEnding(session);
    dialog.open();
  }

  return (
    <Card title={t('security.sessions.title')}>
      <p className={styles.text}>{t('security.sessions.text')}</p>
      <CardStates
        query={query}
        loadingLabel={t('security.sessions.loading')}
        failedTitle={t('security.sessions.failedToLoad')}
      >
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
            ))}
          </ul>
        )}
      </CardStates>
      {hasOthers && (
        <div className={styles.footer}>
          <Button variant="secondary" onClick={() => ask(null)}>
            {t('security.sessions.endOthers')}
          </Button>
        </div>
      )}
      <EndSessionDialog key={dialog.key} session={ending} isOpen={dialog.isOpen} onClose={dialog.close} />
    </Card>
  );
}

interface EndSessionDialogProps {
  /** Null stands for all others. */
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
      error={error}
    />
  );
}
