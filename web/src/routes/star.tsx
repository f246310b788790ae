import { lazy, Suspense } from 'react';
import type { RenderStar } from '../features/market/market-links.ts';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

// Lists of coins are on pages that most people see first. Their stars may come a moment later.
const StarButton = lazy(async () => ({
  default: (await import('../features/watchlist/star-button.tsx')).StarButton,
}));

/** The button that watches a coin. A page is whole without it. */
export const renderStar: RenderStar = ({ id, name }) => (
  <ErrorBoundary fallback={null}>
    <Suspense fallback={null}>
      <StarButton coin={id} name={name} onSignUp={() => openAuthDialog('register')} />
    </Suspense>
  </ErrorBoundary>
);
