import { RotateCw } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { AuthDialogHost } from '../features/auth/auth-dialog-host.tsx';
import { openAuthDialog } from '../features/auth/auth-dialog.ts';
import { useKeepLocale } from '../features/auth/use-keep-locale.ts';
import { useSignOut } from '../features/auth/use-sign-out.ts';
import { PageMessage } from '../features/shell/page-message.tsx';
import { SiteShell } from '../features/shell/site-shell.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

const ProofDialogHost = lazyPart(
  async () => (await import('../features/proof/proof-dialog-host.tsx')).ProofDialogHost,
);

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

/** What stands around every page, and the dialogs that can stand above any. */
export function SiteLayout() {
  const { pathname } = useLocation();
  const { status, user } = useSession();
  const signOut = useSignOut();
  useKeepLocale();
  const isSignedInArea = pathname.startsWith(paths.dashboard) || pathname === paths.profile;
  return (
    <SiteShell
      isHeaderFixed={isSignedInArea}
      account={{
        user: status === 'verified' ? user : null,
        isLoading: status === 'loading',
        onSignIn: () => openAuthDialog('login'),
        onSignUp: () => openAuthDialog('register'),
        onSignOut: () => void signOut(),
      }}
    >
      <ErrorBoundary resetKey={pathname} fallback={<PageFailure />}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <AuthDialogHost />
      {status === 'verified' && <ProofDialogHost user={user} />}
    </SiteShell>
  );
}
