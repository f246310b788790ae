import { useTranslation } from 'react-i18next';
import { TimeAgo } from '../ui/time-text.tsx';
import styles from './price-marks.module.css';

interface PriceSourceProps {
  source: 'live' | 'pretend';
  asOf: string;
}

/** The source and age of prices. */
export function PriceSource({ source, asOf }: PriceSourceProps) {
  const { t } = useTranslation();
  return (
    <>
      {t(`portfolio.source.${source}`)} · <TimeAgo at={asOf} />
    </>
  );
}

/** Marks a value whose price is not a market's. A word that needs no explanation: a phone has no hover. */
export function IndicativeMark() {
  const { t } = useTranslation();
  return <span className={styles.mark}>{t('wallet.indicative')}</span>;
}
