import type { User } from '@mercury/contract/api/users.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import styles from './profile.module.css';

export function DeleteAccountCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const { key: dialogKey, ...dialog } = useDialog();
  return (
    <Card title={t('profile.deleteTitle')}>
      <div className={styles.deleteLine}>
        <p className={styles.text}>{t('profile.deleteText')}</p>
        <Button variant="secondary" onClick={dialog.open}>
          {t('profile.deleteAccount')}
        </Button>
      </div>
      <DeleteAccountDialog key={dialogKey} {...dialog} user={user} onClose={dialog.close} />
    </Card>
  );
}
