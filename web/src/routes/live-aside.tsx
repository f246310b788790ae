import { Suspense } from 'react';
import { useSession } from '../api/use-session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LiveUpdatesPart } from './signed-in.ts';

/** The live stream on a page that visitors see too. */
export function LiveAside() {
  const { status } = useSession();
  if (status !== 'verified') return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <LiveUpdatesPart />
      </Suspense>
    </ErrorBoundary>
  );
}
