import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './profile.module.css';

export function AddressCard({ address }: { address: string }) {
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
