import { useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { PagedList } from '../paged-list.tsx';
import { consolePaths } from '../paths.ts';
import { AloneNotice } from './alone-notice.tsx';
import { ProposalDialog } from './proposal-dialog.tsx';
import { ProposalList } from './proposal-list.tsx';
import { endedProposalsQuery, openProposalsQuery } from './queries.ts';

export function ApprovalsPage() {
  const { t } = useTranslation('console');
  const { id } = useParams();
  const navigate = useNavigate();
  const open = useInfiniteQuery(openProposalsQuery);
  const ended = useInfiniteQuery(endedProposalsQuery);
  const shared = {
    itemsOf: ({ proposals }: NonNullable<typeof open.data>['pages'][number]) => proposals,
    loadingLabel: t('proposals.loading'),
    failedTitle: t('proposals.failedToLoad'),
  };
  return (
    <Page title={t('proposals.title')}>
      <AloneNotice />
      <Card title={t('proposals.open')}>
        <PagedList
          {...shared}
          query={open}
          empty={
            <EmptyState icon={<ListChecks size={24} />} title={t('proposals.noneOpen')}>
              {t('proposals.noneOpenText')}
            </EmptyState>
          }
        >
          {(proposals) => <ProposalList proposals={proposals} />}
        </PagedList>
      </Card>
      <Card title={t('proposals.ended')}>
        <PagedList
          {...shared}
          query={ended}
          empty={<EmptyState icon={<ListChecks size={24} />} title={t('proposals.noneEnded')} />}
        >
          {(proposals) => <ProposalList proposals={proposals} />}
        </PagedList>
      </Card>
      {id !== undefined && (
        <ProposalDialog key={id} id={id} onClose={() => void navigate(consolePaths.approvals)} />
      )}
    </Page>
  );
}
