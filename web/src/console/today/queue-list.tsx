import { queueCountMax, type Queue, type QueueKind } from '@mercury/contract/console/today.ts';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { consolePaths } from '../paths.ts';
import queueStyles from '../queue.module.css';
import styles from './today.module.css';

const withdrawalsIn = (state: string): string => `${consolePaths.withdrawals}?state=${state}`;

/** Null: there is no page for it, its text says what to do. */
const placeOf: Readonly<Record<QueueKind, string | null>> = {
  approvals: consolePaths.approvals,
  payouts_by_hand: withdrawalsIn('queued'),
  payouts_to_report: withdrawalsIn('sending'),
  payouts_held: withdrawalsIn('held'),
  payouts_unclear: withdrawalsIn('unclear'),
  deposits_unassigned: `${consolePaths.deposits}?state=unassigned`,
  messages_unread: consolePaths.messages,
  prices_jumped: consolePaths.trading,
  trading_halted: consolePaths.trading,
  jobs_failed: null,
  books_wrong: consolePaths.books,
  invitations_open: consolePaths.staff,
  one_way_in: consolePaths.account,
};

/** What waits, oldest first, as the server sorts it. */
export function QueueList({ queues }: { queues: readonly Queue[] }) {
  const { t } = useTranslation('console');
  if (queues.length === 0)
    return (
      <EmptyState icon={<CircleCheck size={24} />} title={t('today.nothing')}>
        {t('today.nothingText')}
      </EmptyState>
    );
  return (
    <ul>
      {queues.map((queue) => (
        <QueueRow key={queue.kind} queue={queue} />
      ))}
    </ul>
  );
}

function QueueRow({ queue: { kind, count, oldestAt } }: { queue: Queue }) {
  const { t } = useTranslation('console');
  const place = placeOf[kind];
  const name = t(`today.queues.${kind}`);
  return (
    <li className={queueStyles.row} data-testid={`queue-${kind}`}>
      <div className={queueStyles.about}>
        <p className={queueStyles.head}>
          {place === null ? name : <Link to={place}>{name}</Link>}
          {kind !== 'one_way_in' && <Count count={count} />}
        </p>
        <p className={queueStyles.meta}>
          <Hint kind={kind} />
          {oldestAt !== null && (
            <span className={styles.age}>
              {t('today.oldest')} <TimeAgo at={oldestAt} />
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

/** What it means, where there is no page for it. */
function Hint({ kind }: { kind: QueueKind }) {
  const { t } = useTranslation('console');
  if (kind === 'one_way_in') return t('home.oneWayIn');
  return kind === 'jobs_failed' && <span className={styles.hint}>{t('today.hints.jobs_failed')}</span>;
}

function Count({ count }: { count: number }) {
  const formatTag = useFormatTag();
  return (
    <Badge tone="pending">
      {formatCount(count, formatTag)}
      {count >= queueCountMax && '+'}
    </Badge>
  );
}
