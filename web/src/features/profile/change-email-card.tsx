import type { User } from '@mercury/contract/api/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../../api/security-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import styles from './profile.module.css';

export function ChangeEmailCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const { data: security } = useQuery(securityQuery);
  const { key: dialogKey, ...dialog } = useDialog();
  const [waitingEmail, setWaitingEmail] = useState<string | null>(null);
  const pendingEmail = security?.pendingEmail ?? null;

  function open(email: string | null) {
    setWaitingEmail(email);
    dialog.open();
  }

  return (
    <Card
      title={t('profile.emailTitle')}
      action={pendingEmail !== null && <Badge tone="pending">{t('profile.emailWaiting')}</Badge>}
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {t('profile.emailText')} <bdi className={styles.strong}>{user.email}</bdi>
        </p>
        {pendingEmail !== null && (
          <p className={styles.text}>
            {t('profile.emailPending')} <bdi className={styles.strong}>{pendingEmail}</bdi>
          </p>
        )}
        <div className={styles.buttons}>
          {pendingEmail !== null && (
            <Button onClick={() => open(pendingEmail)}>{t('profile.enterEmailCode')}</Button>
          )}
          <Button variant="secondary" onClick={() => open(null)}>
            {t('profile.changeEmail')}
          </Button>
        </div>
      </div>
      <ChangeEmailDialog
        key={dialogKey}
        {...dialog}
        user={user}
        waitingEmail={waitingEmail}
        onClose={dialog.close}
      />
    </Card>
  );
}
