import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { session } from '../api/session.ts';
import { useSession } from '../api/use-session.ts';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import type { RenderStar } from '../features/market/market-links.ts';
import { MarketSection } from '../features/market/market-section.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

// Below what is seen first, so it may come later, and the page is whole without it.
const StarButton = lazy(async () => ({
  default: (await import('../features/watchlist/star-button.tsx')).StarButton,
}));

const renderStar: RenderStar = ({ id, name }) => (
  <ErrorBoundary fallback={null}>
    <Suspense fallback={null}>
      <StarButton coin={id} name={name} onSignUp={() => openAuthDialog('register')} />
    </Suspense>
  </ErrorBoundary>
);

export function LandingRoute() {
  const [searchParams] = useSearchParams();
  const { status } = useSession();
  const asked = searchParams.get('auth');
  useEffect(() => {
    session.acknowledgeEnd();
    if (asked === 'login' || asked === 'register') openAuthDialog(asked);
  }, [asked]);
  return (
    <LandingPage
      market={<MarketSection renderStar={renderStar} />}
      isSignedIn={status !== 'anonymous'}
      onGetStarted={() => openAuthDialog('register')}
    />
  );
}
