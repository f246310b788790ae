import { listAudit } from '@mercury/contract/console/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../api/error-message.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { FormSkeleton, QueryState } from '../ui/query-state.tsx';
import { callConsole } from './api/client.ts';
import { useMay, useMe } from './api/me.ts';
import { EntryList } from './audit/entry-list.tsx';
import { consolePaths } from './paths.ts';
import { BusinessFigures } from './today/business-figures.tsx';
import { OwedList } from './today/owed-list.tsx';
import { todayQuery } from './today/queries.ts';
import { QueueList } from './today/queue-list.tsx';

export function HomePage() {
  const { t } = useTranslation('console');
  const { name } = useMe();
  return (
    <Page title={t('home.title', { name: `\u2068${name}\u2069` })}>
      <Today />
      {useMay('audit.read') && <NewestEntries />}
    </Page>
  );
}

/** What waits comes first; the rest only where the server shows it. */
function Today() {
  const { t } = useTranslation('console');
  const query = useQuery(todayQuery);
  return (
    <QueryState
      query={query}
      skeleton={
        <Card title={t('today.waiting')}>
          <FormSkeleton label={t('today.loading')} heights={['3rem', '3rem', '3rem']} />
        </Card>
      }
      failedTitle={t('today.failedToLoad')}
      errorMessage={errorMessage}
      renderFrame={(state) => <Card title={t('today.waiting')}>{state}</Card>}
    >
      {({ queues, owed, business }) => (
        <>
          <Card title={t('today.waiting')}>
            <QueueList queues={queues} />
          </Card>
          {business && (
            <Card title={t('today.business')}>
              <BusinessFigures business={business} />
            </Card>
          )}
          {owed && owed.length > 0 && (
            <Card title={t('today.owed')} action={<Link to={consolePaths.books}>{t('today.toBooks')}</Link>}>
              <OwedList owed={owed} />
            </Card>
          )}
        </>
      )}
    </QueryState>
  );
}

const newestCount = 5;

function NewestEntries() {
  const { t } = useTranslation('console');
  const query = useQuery({
    queryKey: ['audit', 'newest'],
    queryFn: async ({ signal }) =>
      (await callConsole(listAudit, { query: {}, signal })).entries.slice(0, newestCount),
    staleTime: 0,
  });
  return (
    <Card title={t('home.newest')} action={<Link to={consolePaths.audit}>{t('home.toAudit')}</Link>}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('audit.loading')} heights={['3rem', '3rem', '3rem']} />}
        failedTitle={t('audit.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(entries) => <EntryList entries={entries} />}
      </QueryState>
    </Card>
  );
}
