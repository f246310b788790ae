import { endOwnSession, type StaffSession } from '@mercury/contract/console/access.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText, TimeAgo } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { accessQuery } from './queries.ts';

export function SessionsCard({ sessions }: { sessions: readonly StaffSession[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('account.sessions')}>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionRow({ session }: { session: StaffSession }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const { id, createdAt, lastUsedAt, networkAddress, device, isCurrent } = session;
  const end = useConsoleCommand({
    mutationFn: () => callConsole(endOwnSession, { params: { id } }),
    onSuccess: () => {
      toast.success(t('account.sessionEnded'));
      return askAgain(client, accessQuery.queryKey);
    },
    onError: (error) => toast.error(errorMessage(error, tShared)),
  });
  return (
    <li className={styles.row} data-testid="session">
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi dir="ltr">{networkAddress}</bdi>
          {isCurrent && <Badge tone="completed">{t('account.thisSession')}</Badge>}
        </p>
        <p className={styles.meta}>
          <bdi dir="ltr">{device}</bdi>
        </p>
        <p className={styles.meta}>
          {t('account.begun')} <DateText at={createdAt} />
          {!isCurrent && (
            <>
              {' · '}
              {t('account.lastUsed')} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('account.endOf', { address: `\u2068${networkAddress}\u2069` })}
          isBusy={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('account.end')}
        </Button>
      )}
    </li>
  );
}
