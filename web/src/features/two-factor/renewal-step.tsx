import { limits } from '@mercury/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import styles from './two-factor.module.css';

const minuteMs = 60 * 1000;

interface RenewalStepProps {
  onBegin: () => void;
  onPostpone: () => void;
}

export function RenewalStep({ onBegin, onPostpone }: RenewalStepProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const minutes = formatCount(limits.twoFactorRenewalMs / minuteMs, formatTag);
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{t('twoFactor.renewWithin', { minutes })}</p>
      <div className={styles.choices}>
        <Button isFullWidth onClick={onBegin}>
          {t('twoFactor.renew')}
        </Button>
        <Button variant="ghost" isFullWidth onClick={onPostpone}>
          {t('twoFactor.notNow')}
        </Button>
      </div>
    </div>
  );
}
