import { listedWithdrawalStates, openWithdrawalStates } from '@mercury/contract/console/withdrawals.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUpFromLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { PagedList } from '../paged-list.tsx';
import { StateLinks } from '../state-links.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { readWithdrawalState, withdrawalListQuery } from './queries.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { type ToReport, WithdrawalQueue } from './withdrawal-queue.tsx';

export function WithdrawalsPage() {
  const { t } = useTranslation('console');
  const [search] = useSearchParams();
  const state = readWithdrawalState(search);
  const query = useInfiniteQuery(withdrawalListQuery(state));
  const reporting = useItemDialog<ToReport>();
  const counts = query.data?.pages.at(-1)?.counts;
  return (
    <Page title={t('withdrawals.title')}>
      <StateLinks
        label={t('withdrawals.byState')}
        states={listedWithdrawalStates}
        chosen={state}
        nameOf={(each) => t(`withdrawals.states.${each}`)}
        countOf={(each) => {
          const open = openWithdrawalStates.find((name) => name === each);
          return open && counts?.[open];
        }}
      />
      <Card title={t(`withdrawals.states.${state}`)}>
        <PagedList
          query={query}
          itemsOf={({ withdrawals }) => withdrawals}
          loadingLabel={t('withdrawals.loading')}
          failedTitle={t('withdrawals.failedToLoad')}
          empty={<EmptyState icon={<ArrowUpFromLine size={24} />} title={t('withdrawals.none')} />}
        >
          {/* What was chosen in one list is not chosen in another. */}
          {(withdrawals) => (
            <WithdrawalQueue key={state} withdrawals={withdrawals} onReport={reporting.open} />
          )}
        </PagedList>
      </Card>
      {/* Outside the list: what became of the last of it is still told. */}
      {reporting.item && (
        <SettleDialog
          key={reporting.opening}
          {...reporting.item}
          isOpen={reporting.isOpen}
          onClose={reporting.close}
        />
      )}
    </Page>
  );
}
