import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/money.tsx';
import { ChangeText } from '../../ui/price-text.tsx';
import styles from './profit.module.css';

/** Stands where nobody knows. */
export function Unknown() {
  const { t } = useTranslation();
  return (
    <span className={styles.unknown}>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{t('portfolio.unknown')}</span>
    </span>
  );
}

interface ProfitProps {
  /** In US dollars, below zero for a loss; null where nobody knows. */
  usd: string | null;
  /** Undefined or null where a percentage says nothing, as of nothing. */
  percent?: string | null;
}

/** What was gained or lost: the sign says what the colour says. */
export function Profit({ usd, percent }: ProfitProps) {
  if (usd === null) return <Unknown />;
  const tone = toneOf(usd);
  return (
    <span className={styles.profit} data-tone={tone}>
      <Money amount={usd} asset="USD" signs="always" />
      {tone !== 'none' && typeof percent === 'string' && <ChangeText percent={percent} />}
    </span>
  );
}

function toneOf(usd: string): 'gain' | 'loss' | 'none' {
  if (!/[1-9]/.test(usd)) return 'none';
  return usd.startsWith('-') ? 'loss' : 'gain';
}
