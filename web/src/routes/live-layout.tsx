import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

// Fetched beside the page, which never waits for it.
const LiveUpdatesPart = lazy(async () => ({
  default: (await import('../features/live/live-updates-part.tsx')).LiveUpdatesPart,
}));

/** The signed-in area hears of changes, on whichever of its pages. Without its part it only hears of them later. */
export function LiveLayout() {
  return (
    <>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <LiveUpdatesPart />
        </Suspense>
      </ErrorBoundary>
      <Outlet />
    </>
  );
}
