import type { Permission } from '@mercury/contract/console/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PageSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { MeContext, meQuery, useMay, useMe } from '../api/me.ts';
import { useLastEnd } from '../api/staff-session.ts';
import { consolePaths } from '../paths.ts';
import { useRoleName } from '../use-role-name.ts';
import { StaffFrame } from './staff-frame.tsx';

/** Pages of staff. Anybody else signs in first and comes back. */
export function RequireStaff() {
  const { t } = useTranslation('console');
  const query = useQuery(meQuery);
  const { pathname, search } = useLocation();
  const lastEnd = useLastEnd();
  return (
    <QueryState
      query={query}
      skeleton={<PageSkeleton />}
      failedTitle={t('frame.failedToLoad')}
      errorMessage={errorMessage}
    >
      {(me) =>
        me === null ? (
          // Whoever signed out is done with the page, and may not be the next to sign in.
          <Navigate
            to={consolePaths.signIn}
            replace
            state={lastEnd === 'signedOut' ? null : { from: `${pathname}${search}` }}
          />
        ) : (
          <MeContext value={me}>
            <StaffFrame me={me} />
          </MeContext>
        )
      }
    </QueryState>
  );
}

/** The server refuses too; this says so before anything is asked. */
export function RequirePermission({ permission }: { permission: Permission }) {
  const { t } = useTranslation('console');
  const { role } = useMe();
  const roleName = useRoleName();
  if (useMay(permission)) return <Outlet />;
  return (
    <Page title={t('frame.refusedTitle')}>
      <EmptyState icon={<Lock size={24} />} title={roleName(role)}>
        {t('frame.refusedText')}
      </EmptyState>
    </Page>
  );
}
