import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChangeText } from '../../domain/price-text.tsx';
import { Sparkline } from '../../domain/sparkline.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './day-change.module.css';
import { dayChangeQuery } from './queries.ts';

/**
 * What prices and trades changed in the total within 24 hours, as the portfolio has it, with a line. It comes after the balance,
 * into a place that is kept for it. Renders nothing while it is unknown.
 */
export function DayChange() {
  const { t } = useTranslation();
  const { data: change } = useQuery(dayChangeQuery);
  if (!change) return null;
  const tone = toneOf(change.usd);
  return (
    <>
      <div className={styles.change} data-testid="day-change">
        <span className={styles.amount} data-tone={tone}>
          <Money amount={change.usd} asset="USD" signs="always" />
        </span>
        <ChangeText percent={change.percent} />
        <details>
          <summary className={styles.period}>
            {t('wallet.in24Hours')}
            <Info size={14} aria-hidden="true" />
          </summary>
          <p className={styles.hint}>{t('wallet.changeHint')}</p>
        </details>
      </div>
      <div className={styles.line}>
        <Sparkline values={change.course.map(Number)} tone={tone} />
      </div>
    </>
  );
}

function toneOf(usd: string): 'up' | 'down' | 'level' {
  if (!/[1-9]/.test(usd)) return 'level';
  return usd.startsWith('-') ? 'down' : 'up';
}
