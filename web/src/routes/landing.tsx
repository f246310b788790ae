import { lazy, Suspense, useEffect } from 'react';
import { session } from '../api/session.ts';
import { useOpenAuthForm } from '../identity/session/auth-address.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import type { RenderStar } from '../features/market/market-links.ts';
import { MarketSection } from '../features/market/market-section.tsx';
import { paths } from '../paths.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

// Below what is seen first, so it may come later, and the page is whole without it.
const StarButton = lazy(async () => ({
  default: (await import('../features/watchlist/star-button.tsx')).StarButton,
}));

export function LandingRoute() {
  const openForm = useOpenAuthForm();
  const signUp = () => openForm('register');
  useEffect(() => session.acknowledgeEnd(), []);
  const renderStar: RenderStar = ({ id, name }) => (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <StarButton coin={id} name={name} onSignUp={() => openForm('register', paths.markets)} />
      </Suspense>
    </ErrorBoundary>
  );
  return <LandingPage market={<MarketSection renderStar={renderStar} />} onGetStarted={signUp} />;
}
