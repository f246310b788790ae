import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';

/** A page that fails leaves the others: the frame stays, and another address tries anew. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} fallback={<BrokenPage />}>
      {children}
    </ErrorBoundary>
  );
}

function BrokenPage() {
  const { t } = useTranslation('console');
  return (
    <Page title={t('frame.brokenTitle')}>
      <div role="alert">
        <EmptyState
          icon={<TriangleAlert size={24} />}
          title={t('frame.brokenText')}
          action={<Button onClick={() => location.reload()}>{t('frame.reload')}</Button>}
        />
      </div>
    </Page>
  );
}
