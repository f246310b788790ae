import { RotateCw } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { useSession } from '../api/use-session.ts';
import { AuthDialogHost } from '../identity/sign-in/auth-dialog-host.tsx';
import { useOpenAuthForm } from '../identity/session/auth-address.ts';
import { useSignOut, useTellSignOuts } from '../identity/session/use-sign-out.ts';
import { OfflineBanner } from '../features/offline/offline-banner.tsx';
import { Strips } from '../features/offline/strips.tsx';
import { Footer } from '../features/shell/footer.tsx';
import { Header } from '../features/shell/header.tsx';
import { isInsideApp } from '../features/shell/navigation.ts';
import { PageMessage } from '../features/shell/page-message.tsx';
import { SlimFooter } from '../features/shell/slim-footer.tsx';
import { TabBar } from '../features/shell/tab-bar.tsx';
import { paths } from '../paths.ts';
import { Awake } from '../ui/hydration.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PageSkeleton } from '../ui/skeleton.tsx';
import { LiveAside } from './live-aside.tsx';
import { SearchHost, useSearch } from './search-host.tsx';
import { NoticesBell, ProofDialogHost, Upkeep } from './signed-in.ts';
import styles from './site-layout.module.css';

/** The signed-in area keeps its header in view, also on the two pages that its menu leads to. */
function isHeaderFixed(pathname: string, isVerified: boolean): boolean {
  if (isInsideApp(pathname, isVerified)) return true;
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

/** The page works without it while it loads, and if it can't be loaded. */
function Aside({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The surroundings of every page, and the dialogs that can open above any page. */
export function SiteLayout() {
  const { pathname } = useLocation();
  const { status, user } = useSession();
  const signOut = useSignOut();
  const openForm = useOpenAuthForm();
  useTellSignOuts();
  useScrollToStart();
  const isVerified = status === 'verified';
  const isLoading = status === 'loading';
  const isFixed = isHeaderFixed(pathname, isVerified);
  const search = useSearch(isVerified);
  return (
    <div className={styles.shell}>
      <Header
        user={isVerified ? user : null}
        isLoading={isLoading}
        onSignIn={() => openForm('login')}
        onSignUp={() => openForm('register')}
        onSignOut={signOut}
        isFixed={isFixed}
        search={search}
        bell={
          isVerified && (
            <Aside>
              <NoticesBell key={user.id} />
            </Aside>
          )
        }
      />
      <Strips isBelowHeader={isFixed}>
        <OfflineBanner />
        {isVerified && (
          <Aside>
            <Upkeep />
          </Aside>
        )}
      </Strips>
      <main id="content" tabIndex={-1} className={styles.main}>
        <ErrorBoundary resetKey={pathname} fallback={<PageFailure />}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
            <Awake />
          </Suspense>
        </ErrorBoundary>
        <AuthDialogHost />
        {isVerified && <ProofDialogHost key={user.id} user={user} />}
      </main>
      {isInsideApp(pathname, isVerified) ? <SlimFooter /> : <Footer user={isVerified ? user : null} />}
      {(isVerified || isLoading) && <TabBar />}
      <SearchHost search={search} user={isVerified ? user : null} />
    </div>
  );
}

export function LiveLayout() {
  return (
    <>
      <LiveAside />
      <Outlet />
    </>
  );
}

/** A link opens a page at its top. Going back restores the place where the person left it. */
function useScrollToStart() {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    // A link to a part of a page leads there.
    if (navigationType !== NavigationType.Pop && hash === '') window.scrollTo(0, 0);
    // A change beside the path (a range, a filter) is no new page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
