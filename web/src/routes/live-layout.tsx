import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LiveUpdatesPart } from './signed-in.ts';

/** The signed-in area hears of changes, on whichever of its pages, which never wait for it. Without its part it only hears of them later. */
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
