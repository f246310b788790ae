import type { ListedDepositState, UnassignedDeposit } from '@mercury/contract/console/deposits.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { PagedList } from '../paged-list.tsx';
import { StateLinks } from '../state-links.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { DepositRow } from './deposit-row.tsx';
import {
  depositCountsQuery,
  depositListQuery,
  depositTabs,
  readDepositTab,
  unassignedQuery,
} from './queries.ts';
import { UnassignedList } from './unassigned-list.tsx';

export function DepositsPage() {
  const { t } = useTranslation('console');
  const [search] = useSearchParams();
  const tab = readDepositTab(search);
  const { data: counts } = useQuery(depositCountsQuery);
  return (
    <Page title={t('deposits.title')}>
      <StateLinks
        label={t('deposits.byState')}
        states={depositTabs}
        chosen={tab}
        nameOf={(each) => t(`deposits.states.${each}`)}
        countOf={(each) => (each === 'completed' || each === 'failed' ? undefined : counts?.[each])}
      />
      <Card title={t(`deposits.states.${tab}`)}>
        {tab === 'unassigned' ? <Unassigned /> : <OfState state={tab} />}
      </Card>
    </Page>
  );
}

function Unassigned() {
  const { t } = useTranslation('console');
  const assigning = useItemDialog<UnassignedDeposit>();
  return (
    <>
      <PagedList
        query={useInfiniteQuery(unassignedQuery)}
        itemsOf={({ deposits }) => deposits}
        loadingLabel={t('deposits.loading')}
        failedTitle={t('deposits.failedToLoad')}
        empty={<EmptyState icon={<ArrowDownToLine size={24} />} title={t('deposits.noneUnassigned')} />}
      >
        {(deposits) => <UnassignedList deposits={deposits} onAssign={assigning.open} />}
      </PagedList>
      {/* Outside the list: that somebody else was first is still told when nothing is left. */}
      {assigning.item && (
        <AssignDialog
          key={assigning.opening}
          deposit={assigning.item}
          isOpen={assigning.isOpen}
          onClose={assigning.close}
        />
      )}
    </>
  );
}

function OfState({ state }: { state: ListedDepositState }) {
  const { t } = useTranslation('console');
  return (
    <PagedList
      query={useInfiniteQuery(depositListQuery(state))}
      itemsOf={({ deposits }) => deposits}
      loadingLabel={t('deposits.loading')}
      failedTitle={t('deposits.failedToLoad')}
      empty={<EmptyState icon={<ArrowDownToLine size={24} />} title={t('deposits.none')} />}
    >
      {(deposits) => (
        <ul>
          {deposits.map((deposit) => (
            <DepositRow key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
