import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { session } from '../api/session.ts';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { MarketSection } from '../features/market/market-section.tsx';
import { renderStar } from './star.tsx';

export function LandingRoute() {
  const [searchParams] = useSearchParams();
  const asked = searchParams.get('auth');
  useEffect(() => {
    session.acknowledgeEnd();
    if (asked === 'login' || asked === 'register') openAuthDialog(asked);
  }, [asked]);
  return (
    <LandingPage
      market={<MarketSection renderStar={renderStar} />}
      onGetStarted={() => openAuthDialog('register')}
    />
  );
}
