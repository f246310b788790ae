import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/use-session.ts';
import { MarketsPage } from '../features/market/markets-page.tsx';
import { watchlistQuery } from '../features/watchlist/queries.ts';
import { useOpenAuthForm } from '../identity/session/auth-address.ts';
import { LiveAside } from './live-aside.tsx';
import { useStar } from './star.tsx';

export function MarketsRoute() {
  const { status } = useSession();
  const openForm = useOpenAuthForm();
  const renderStar = useStar();
  const watched = useQuery({ ...watchlistQuery, enabled: status === 'verified' });
  const isVisitor = status === 'anonymous' || status === 'unverified';
  return (
    <>
      <LiveAside />
      <MarketsPage
        watched={isVisitor ? undefined : watched}
        renderStar={renderStar}
        onSignUp={() => openForm('register')}
        inviteTo={status === 'anonymous' ? (path) => openForm('register', path) : undefined}
      />
    </>
  );
}
