import { exportAudit, listAudit } from '@mercury/contract/console/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { callConsole } from '../api/client.ts';
import { CsvButton } from '../csv-button.tsx';
import { PagedList } from '../paged-list.tsx';
import { type AuditFilter, queryOf, readFilter, writeFilter } from './audit-filter.ts';
import { EntryList } from './entry-list.tsx';
import { FilterForm } from './filter-form.tsx';

export function AuditPage() {
  const { t } = useTranslation('console');
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  return (
    <Page title={t('audit.title')}>
      <Card>
        <FilterForm filter={filter} onFilter={(next) => setSearch(writeFilter(next))} />
      </Card>
      <Card
        title={t('audit.entries')}
        action={<CsvButton topic="audit" load={() => callConsole(exportAudit, { query: queryOf(filter) })} />}
      >
        <Entries filter={filter} />
      </Card>
    </Page>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation('console');
  const query = useInfiniteQuery({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listAudit, { query: { ...queryOf(filter), before: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <PagedList
      query={query}
      itemsOf={({ entries }) => entries}
      loadingLabel={t('audit.loading')}
      failedTitle={t('audit.failedToLoad')}
      empty={
        <EmptyState icon={<ScrollText size={24} />} title={t('audit.nothingFound')}>
          {t('audit.nothingFoundText')}
        </EmptyState>
      }
    >
      {(entries) => <EntryList entries={entries} />}
    </PagedList>
  );
}
