import { useSession } from '../api/use-session.ts';
import { NoticePreferencesCard } from '../features/notices/notice-preferences-card.tsx';
import { ProfilePage } from '../identity/account/profile-page.tsx';
import { ApiKeysCard } from '../identity/security/api-keys-card.tsx';
import { HistoryCard } from '../identity/security/history-card.tsx';
import { PasskeysCard } from '../identity/factors/passkeys-card.tsx';
import { LevelCard } from '../identity/security/level-card.tsx';
import { PhraseCard } from '../identity/security/phrase-card.tsx';
import { SessionsCard } from '../identity/security/sessions-card.tsx';
import { TransferLimitCard } from '../identity/security/transfer-limit-card.tsx';
import { TwoFactorCard } from '../identity/factors/two-factor-card.tsx';

export function ProfileRoute() {
  const { user } = useSession();
  // The guards let only signed-in people through. While the session ends, there is nobody to show.
  return (
    user && (
      <ProfilePage
        user={user}
        securityCards={
          <>
            <TwoFactorCard user={user} />
            <PasskeysCard />
            <PhraseCard />
            <SessionsCard />
            <ApiKeysCard user={user} />
            <HistoryCard />
          </>
        }
        limitCards={
          <>
            <LevelCard />
            <TransferLimitCard />
          </>
        }
        noticeCard={<NoticePreferencesCard />}
      />
    )
  );
}
