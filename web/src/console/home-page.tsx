import { listAudit } from '@mercury/contract/console/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../api/error-message.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { FormSkeleton, QueryState } from '../ui/query-state.tsx';
import { DateText } from '../ui/time-text.tsx';
import { accessQuery } from './account/queries.ts';
import { callConsole } from './api/client.ts';
import { useMay, useMe } from './api/me.ts';
import { EntryList } from './audit/entry-list.tsx';
import styles from './console.module.css';
import { consolePaths } from './paths.ts';
import { staffQuery } from './staff/queries.ts';
import { useRoleName } from './use-role-name.ts';

export function HomePage() {
  const { t } = useTranslation('console');
  const { name } = useMe();
  return (
    <Page title={t('home.title', { name: `\u2068${name}\u2069` })}>
      <Attention />
      {useMay('audit.read') && <NewestEntries />}
    </Page>
  );
}

/** Only what is there, and can be done something about. */
function Attention() {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  const access = useQuery(accessQuery);
  const staff = useQuery({ ...staffQuery, enabled: useMay('staff.read') });
  const query = {
    data:
      access.data && (staff.data || !staff.isEnabled)
        ? { access: access.data, staff: staff.data }
        : undefined,
    error: access.error ?? staff.error,
    isFetching: access.isFetching || staff.isFetching,
    refetch: () => Promise.all([access.refetch(), staff.isEnabled && staff.refetch()]),
  };
  return (
    <Card title={t('home.attention')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('home.loading')} heights={['3rem']} />}
        failedTitle={t('home.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ access: { hasPassword, passkeys }, staff: reply }) => {
          const hasOneWayIn = Number(hasPassword) + passkeys.length === 1;
          const invitations = reply?.invitations ?? [];
          if (!hasOneWayIn && invitations.length === 0)
            return <p className={styles.quiet}>{t('home.calm')}</p>;
          return (
            <div className={styles.stack}>
              {hasOneWayIn && (
                <Notice tone="warning">
                  {t('home.oneWayIn')} <Link to={consolePaths.account}>{t('home.addAnother')}</Link>
                </Notice>
              )}
              {invitations.map(({ id, email, role, expiresAt }) => (
                <Notice key={id} tone="neutral">
                  {t('home.invited', { email: `\u2068${email}\u2069`, role: roleName(role) })} (
                  {t('join.until')} <DateText at={expiresAt} />
                  ). <Link to={consolePaths.staff}>{t('home.toStaff')}</Link>
                </Notice>
              ))}
            </div>
          );
        }}
      </QueryState>
    </Card>
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
