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

/** Marks a value whose price is not a market's. */
export function IndicativeMark() {
  const { t } = useTranslation();
  return (
    <abbr className={styles.mark} title={t('wallet.indicativeHint')}>
      {t('wallet.indicative')}
    </abbr>
  );
}
