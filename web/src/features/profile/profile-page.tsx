import type { User } from '@mercury/contract/api/users.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';
import { AddressCard } from './address-card.tsx';
import { ChangeEmailCard } from './change-email-card.tsx';
import { ChangePasswordCard } from './change-password-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { PersonalInfoCard } from './personal-info-card.tsx';
import styles from './profile.module.css';

interface ProfilePageProps {
  user: User;
  /** Stands beside what else protects the account. */
  twoFactorCard: ReactNode;
  /** The cards below: where the account is signed in, what happened to it. */
  children?: ReactNode;
}

export function ProfilePage({ user, twoFactorCard, children }: ProfilePageProps) {
  const { t } = useTranslation();
  return (
    <Page title={t('profile.title')}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <PersonalInfoCard user={user} />
          <ChangePasswordCard user={user} />
        </div>
        <div className={styles.column}>
          <AddressCard address={user.walletAddress} />
          {twoFactorCard}
          <ChangeEmailCard user={user} />
        </div>
      </div>
      {children}
      <DeleteAccountCard user={user} />
    </Page>
  );
}
