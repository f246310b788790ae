import { Suspense } from 'react';
import { useSession } from '../api/use-session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LiveUpdatesPart, MoneyDialogs } from './signed-in.ts';

/** The live stream and the dialogs about money, beside a page where somebody may be signed in. No page waits for them. */
export function LiveAside() {
  const { status, user } = useSession();
  if (status !== 'verified') return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <LiveUpdatesPart />
        <MoneyDialogs key={user.id} />
      </Suspense>
    </ErrorBoundary>
  );
}
