import type { User } from '@mercury/contract/api/users.ts';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';
import { AddressCard } from './address-card.tsx';
import { PersonalInfoCard } from './personal-info-card.tsx';
import styles from './profile.module.css';

export function ProfilePage({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Page title={t('profile.title')}>
      <div className={styles.columns}>
        <PersonalInfoCard user={user} />
        <AddressCard address={user.walletAddress} />
      </div>
    </Page>
  );
}
