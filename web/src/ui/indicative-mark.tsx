import { useTranslation } from 'react-i18next';
import styles from './indicative-mark.module.css';

/** Beside a value whose price is no market's. */
export function IndicativeMark() {
  const { t } = useTranslation();
  return (
    <abbr className={styles.mark} title={t('wallet.indicativeHint')}>
      {t('wallet.indicative')}
    </abbr>
  );
}
