import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { useTranslation } from 'react-i18next';
import { IndicativeMark, PriceSource } from '../../domain/price-marks.tsx';
import { ChangeText, OriginNote } from '../../domain/price-text.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './total-value.module.css';

type Portfolio = ReplyOf<typeof getPortfolio>;

/** A total is as rough as its roughest part. Parts worth zero do not count. */
function isTotalIndicative({ holdings }: Pick<Portfolio, 'holdings'>): boolean {
  return holdings.some(
    ({ isPriceIndicative, valueUsd }) => isPriceIndicative && valueUsd !== null && /[1-9]/.test(valueUsd),
  );
}

/** The total value now, the source of its prices, and the gain. */
export function TotalValue({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation();
  const { totalUsd, hasTraded, source, asOf, isStale } = portfolio;
  return (
    <Card title={t('portfolio.totalValue')}>
      <p className={styles.total} data-testid="portfolio-total" data-amount={totalUsd}>
        <Money amount={totalUsd} asset="USD" size="display" />
        {isTotalIndicative(portfolio) && <IndicativeMark />}
      </p>
      {hasTraded && <Gains {...portfolio} />}
      <div className={styles.origin}>
        <p>
          <PriceSource source={source} asOf={asOf} />
        </p>
        <OriginNote source={source} asOf={asOf} isStale={isStale} />
      </div>
    </Card>
  );
}

function Gains({ profitUsd, realizedUsd }: Pick<Portfolio, 'profitUsd' | 'realizedUsd'>) {
  const { t } = useTranslation();
  return (
    <dl className={styles.gains}>
      <div>
        <dt>{t('portfolio.profit')}</dt>
        <dd>
          <Profit usd={profitUsd} />
        </dd>
      </div>
      <div>
        <dt>{t('portfolio.realized')}</dt>
        <dd>
          <Profit usd={realizedUsd} />
        </dd>
      </div>
    </dl>
  );
}

/** Placeholder for an unknown value. */
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
  /** In US dollars, negative for a loss; null if unknown. */
  usd: string | null;
  /** Undefined or null if a percentage means nothing: a percentage of zero. */
  percent?: string | null;
}

/** Gain or loss. The sign repeats what the colour says. */
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
