import { useSession } from '../api/use-session.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';

export function ProfileRoute() {
  const { user } = useSession();
  // The guards let nobody else through; while the session ends there is nobody to show.
  return user && <ProfilePage user={user} />;
}
