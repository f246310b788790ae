import { RotateCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { AuthDialogHost } from '../features/auth/auth-dialog-host.tsx';
import { openAuthDialog } from '../features/auth/auth-dialog.ts';
import { useSignOut, useTellSignOuts } from '../features/auth/use-sign-out.ts';
import { OfflineBanner } from '../features/offline/offline-banner.tsx';
import { PageMessage } from '../features/shell/page-message.tsx';
import { SiteShell } from '../features/shell/site-shell.tsx';
import { paths } from '../paths.ts';
import { Awake } from '../ui/awake.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { NoticesBell, ProofDialogHost, Upkeep } from './signed-in.ts';
import { useScrollToStart } from './use-scroll-to-start.ts';

/** The signed-in area keeps its header in sight, and takes it along to the two pages that its menu leads to. */
function isHeaderFixed(pathname: string, isVerified: boolean): boolean {
  if (/^\/(dashboard(\/|$)|profile$)/.test(pathname)) return true;
  return isVerified && (pathname === paths.about || pathname === paths.contact);
}

function PageFailure() {
  const { t } = useTranslation();
  return (
    <PageMessage
      icon={<RotateCw size={28} aria-hidden="true" />}
      title={t('errors.pageTitle')}
      text={t('errors.pageText')}
      action={<Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>}
    />
  );
}

/** The page does well without it while it is on its way, and where it can't be fetched. */
function Aside({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** What stands around every page, and the dialogs that can stand above any. */
export function SiteLayout() {
  const { pathname } = useLocation();
  const { status, user } = useSession();
  const signOut = useSignOut();
  useTellSignOuts();
  useScrollToStart();
  const isVerified = status === 'verified';
  return (
    <SiteShell
      isHeaderFixed={isHeaderFixed(pathname, isVerified)}
      account={{
        user: isVerified ? user : null,
        isLoading: status === 'loading',
        onSignIn: () => openAuthDialog('login'),
        onSignUp: () => openAuthDialog('register'),
        onSignOut: signOut,
      }}
      bell={
        isVerified && (
          <Aside>
            <NoticesBell key={user.id} />
          </Aside>
        )
      }
      notices={
        <>
          <OfflineBanner />
          {isVerified && (
            <Aside>
              <Upkeep />
            </Aside>
          )}
        </>
      }
    >
      <ErrorBoundary resetKey={pathname} fallback={<PageFailure />}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
          <Awake />
        </Suspense>
      </ErrorBoundary>
      <AuthDialogHost />
      {isVerified && <ProofDialogHost key={user.id} user={user} />}
    </SiteShell>
  );
}
