import { useSession } from '../api/use-session.ts';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { HistoryCard } from '../features/security/history-card.tsx';
import { PasskeysCard } from '../features/security/passkeys-card.tsx';
import { PhraseCard } from '../features/security/phrase-card.tsx';
import { SessionsCard } from '../features/security/sessions-card.tsx';
import { TransferLimitCard } from '../features/security/transfer-limit-card.tsx';
import { TwoFactorCard } from '../features/two-factor/two-factor-card.tsx';

export function ProfileRoute() {
  const { user } = useSession();
  // The guards let only signed-in people through. While the session ends, there is nobody to show.
  return (
    user && (
      <ProfilePage
        user={user}
        signInCards={
          <>
            <TwoFactorCard user={user} />
            <PasskeysCard />
          </>
        }
        watchCards={
          <>
            <PhraseCard />
            <TransferLimitCard />
            <SessionsCard />
            <HistoryCard />
          </>
        }
      />
    )
  );
}
