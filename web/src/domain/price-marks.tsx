import { useTranslation } from 'react-i18next';
import { TimeAgo } from '../ui/time-text.tsx';
import styles from './price-marks.module.css';

interface PriceSourceProps {
  source: 'live' | 'pretend';
  asOf: string;
}

/** Whose prices they are, and how old. */
export function PriceSource({ source, asOf }: PriceSourceProps) {
  const { t } = useTranslation();
  return (
    <>
      {t(`portfolio.source.${source}`)} · <TimeAgo at={asOf} />
    </>
  );
}

/** Beside a value whose price is no market's. */
export function IndicativeMark() {
  const { t } = useTranslation();
  return (
    <abbr className={styles.mark} title={t('wallet.indicativeHint')}>
      {t('wallet.indicative')}
    </abbr>
  );
}
