import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { IndicativeMark } from '../../ui/indicative-mark.tsx';
import { Money } from '../../ui/money.tsx';
import { OriginNote } from '../../ui/origin-note.tsx';
import { PriceSource } from '../../ui/price-source.tsx';
import { Profit } from './profit.tsx';
import styles from './total-value.module.css';

type Portfolio = ReplyOf<typeof getPortfolio>;

/** A total is as rough as its roughest part; what adds nothing to it takes nothing from it either. */
function isTotalIndicative({ holdings }: Pick<Portfolio, 'holdings'>): boolean {
  return holdings.some(
    ({ isPriceIndicative, valueUsd }) => isPriceIndicative && valueUsd !== null && /[1-9]/.test(valueUsd),
  );
}

/** What everything is worth now, by which prices, and what it gained. */
export function TotalValue({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation();
  const { totalUsd, profitUsd, realizedUsd, source, asOf, isStale } = portfolio;
  return (
    <Card title={t('portfolio.totalValue')}>
      <p className={styles.total} data-testid="portfolio-total" data-amount={totalUsd}>
        <Money amount={totalUsd} asset="USD" size="display" />
        {isTotalIndicative(portfolio) && <IndicativeMark />}
      </p>
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
      <div className={styles.origin}>
        <p>
          <PriceSource source={source} asOf={asOf} />
        </p>
        <OriginNote source={source} asOf={asOf} isStale={isStale} />
      </div>
    </Card>
  );
}
