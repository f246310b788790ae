import type { User } from '@mercury/contract/api/users.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Page } from '../../ui/page.tsx';
import { ChangeEmailCard } from './change-email-card.tsx';
import { ChangePasswordCard } from './change-password-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { PersonalInfoCard } from './personal-info-card.tsx';
import styles from './profile.module.css';

interface ProfilePageProps {
  user: User;
  signInCards: ReactNode;
  watchCards: ReactNode;
}

/** Two independent columns: cards of different heights leave no gaps. */
export function ProfilePage({ user, signInCards, watchCards }: ProfilePageProps) {
  const { t } = useTranslation();
  return (
    <Page title={t('profile.title')}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <PersonalInfoCard user={user} />
          <ChangePasswordCard user={user} />
          {signInCards}
        </div>
        <div className={styles.column}>
          <AddressCard address={user.walletAddress} />
          <ChangeEmailCard user={user} />
          {watchCards}
        </div>
      </div>
      <DeleteAccountCard user={user} />
    </Page>
  );
}

function AddressCard({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <Card title={t('profile.addressTitle')}>
      <p className={styles.text}>{t('profile.addressText')}</p>
      <div className={styles.address}>
        <AddressText address={address} isWhole />
        <CopyButton text={address} label={t('profile.copyAddress')} hasVisibleLabel />
      </div>
    </Card>
  );
}
