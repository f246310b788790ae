import type { User } from '@mercury/contract/api/users.ts';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardGroup } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Page } from '../../ui/page.tsx';
import { ChangeEmailCard } from './change-email-card.tsx';
import { ChangePasswordCard } from './change-password-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { PersonalInfoCard } from './personal-info-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import styles from './profile.module.css';

interface ProfilePageProps {
  user: User;
  /** The sign-in's factors beside the password, where the account is signed in, and what happened to it. */
  securityCards: ReactNode;
  /** What may be moved without another proof. */
  limitCards: ReactNode;
  /** What the person is told, and how. */
  noticeCard: ReactNode;
}

const groups = ['personal', 'security', 'preferences', 'limits', 'data'] as const;

/** One page, in groups that a link can lead to, as in `/profile#security`. */
export function ProfilePage({ user, securityCards, limitCards, noticeCard }: ProfilePageProps) {
  const { t } = useTranslation();
  useScrollToGroup();
  const title = (group: (typeof groups)[number]) => t(`profile.groups.${group}`);
  return (
    <Page title={t('profile.title')}>
      <nav aria-label={t('profile.groupsLabel')} className={styles.groups}>
        {groups.map((group) => (
          <a key={group} href={`#${group}`} className={styles.groupLink}>
            {title(group)}
          </a>
        ))}
      </nav>
      <CardGroup id="personal" title={title('personal')}>
        <PersonalInfoCard user={user} />
        <AddressCard address={user.walletAddress} />
        <ChangeEmailCard user={user} />
      </CardGroup>
      <CardGroup id="security" title={title('security')}>
        <ChangePasswordCard user={user} />
        {securityCards}
      </CardGroup>
      <CardGroup id="preferences" title={title('preferences')}>
        <PreferencesCard />
        {noticeCard}
      </CardGroup>
      <CardGroup id="limits" title={title('limits')}>
        {limitCards}
      </CardGroup>
      <CardGroup id="data" title={title('data')}>
        <DataCard />
        <DeleteAccountCard user={user} />
      </CardGroup>
    </Page>
  );
}

/** The browser looks for the group when the page loads, which is before the group is there. */
function useScrollToGroup() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}

function DataCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('profile.dataTitle')}>
      <div className={styles.stack}>
        <p className={styles.text}>{t('profile.dataText')}</p>
        <div className={styles.buttons}>
          <ButtonLink variant="secondary" to={paths.transactions}>
            {t('history.title')}
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.statement}>
            {t('history.statement')}
          </ButtonLink>
        </div>
      </div>
    </Card>
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
