import { useSession } from '../api/use-session.ts';
import { useLiveUpdates } from '../features/live/use-live-updates.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { SecurityCards } from '../features/security/security-cards.tsx';
import { TwoFactorCard } from '../features/two-factor/two-factor-card.tsx';

export function ProfileRoute() {
  const { user } = useSession();
  useLiveUpdates();
  // The guards let nobody else through; while the session ends there is nobody to show.
  return (
    user && (
      <ProfilePage user={user} twoFactorCard={<TwoFactorCard user={user} />}>
        <SecurityCards />
      </ProfilePage>
    )
  );
}
