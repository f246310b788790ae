import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../domain/config-query.ts';
import { portfolioQuery } from '../../domain/portfolio-query.ts';
import { ChangeText } from '../../domain/price-text.tsx';
import { Sparkline } from '../../domain/sparkline.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './day-change.module.css';

/**
 * What prices changed in the total within 24 hours, as the portfolio has it, with a line. It comes after the balance, into a place
 * that is kept for it. Renders nothing while it is unknown.
 */
export function DayChange() {
  const { t } = useTranslation();
  const change = useDayChange();
  if (!change) return null;
  const tone = toneOf(change.usd);
  return (
    <>
      <div className={styles.change} data-testid="day-change">
        <span className={styles.amount} data-tone={tone}>
          <Money amount={change.usd} asset="USD" signs="always" />
        </span>
        <ChangeText percent={change.percent} />
        <details className={styles.about}>
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

function useDayChange() {
  const { data: config } = useQuery(configQuery);
  // The server has no history of simulated money.
  const isKnown = config?.moneyMode === 'live';
  const { data: portfolio } = useQuery({ ...portfolioQuery('day'), enabled: isKnown });
  return portfolio?.change;
}

function toneOf(usd: string): 'up' | 'down' | 'level' {
  if (!/[1-9]/.test(usd)) return 'level';
  return usd.startsWith('-') ? 'down' : 'up';
}
