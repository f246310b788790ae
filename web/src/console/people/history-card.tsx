import type { HistoryRow } from '@mercury/contract/console/people.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { useMay } from '../api/me.ts';
import styles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { consolePaths } from '../paths.ts';
import { historyQuery } from './queries.ts';

export function HistoryCard({ id }: { id: string }) {
  const { t } = useTranslation('console');
  const query = useInfiniteQuery(historyQuery(id));
  return (
    <Card title={t('people.history')}>
      <PagedList
        query={query}
        itemsOf={({ rows }) => rows}
        loadingLabel={t('people.historyLoading')}
        failedTitle={t('people.historyFailed')}
        empty={<EmptyState icon={<History size={24} />} title={t('people.noHistory')} />}
      >
        {(rows) => <Rows rows={rows} />}
      </PagedList>
    </Card>
  );
}

export function OpenWithdrawalsCard({ rows }: { rows: readonly HistoryRow[] }) {
  const { t } = useTranslation('console');
  return (
    <Card title={t('people.openWithdrawals')}>
      <Rows rows={rows} />
    </Card>
  );
}

function Rows({ rows }: { rows: readonly HistoryRow[] }) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  );
}

const tones = { COMPLETED: 'completed', PENDING: 'pending', FAILED: 'failed' } as const satisfies Record<
  HistoryRow['status'],
  BadgeTone
>;

/** To the page of a withdrawal or deposit, which goes by its row's id too, if the role may see it. */
function PageLink({ row: { id, type }, children }: { row: HistoryRow; children: ReactNode }) {
  const maySee = {
    WITHDRAW: useMay('withdrawals.read') && consolePaths.withdrawals,
    DEPOSIT: useMay('deposits.read') && consolePaths.deposits,
  };
  const page = type === 'WITHDRAW' || type === 'DEPOSIT' ? maySee[type] : false;
  return page === false ? children : <Link to={`${page}/${id}`}>{children}</Link>;
}

function Row({ row }: { row: HistoryRow }) {
  const { t } = useTranslation();
  const { id, type, currency, amount, direction, status, state, createdAt } = row;
  const other = row.counterpartyUsername ?? row.counterparty;
  return (
    <li className={styles.row} data-testid="history-row">
      <div className={styles.about}>
        <p className={styles.name}>
          <PageLink row={row}>
            {t(`transaction.types.${type.toLowerCase() as Lowercase<typeof type>}`)}
          </PageLink>{' '}
          <Badge tone={state === 'cancelled' ? 'neutral' : tones[status]}>
            {t(`transaction.state.${state}`)}
          </Badge>
        </p>
        <p className={styles.meta}>
          <DateText at={createdAt} />
          {other !== null && (
            <>
              {' · '}
              <bdi>{other}</bdi>
            </>
          )}
        </p>
        <p className={styles.meta}>
          <bdi dir="ltr" className={styles.mono}>
            {row.externalReference ?? id}
          </bdi>
        </p>
      </div>
      <Money
        amount={direction === 'out' && status !== 'FAILED' ? `-${amount}` : amount}
        asset={currency}
        precision="exact"
        signs={status === 'FAILED' ? 'never' : 'always'}
      />
    </li>
  );
}
