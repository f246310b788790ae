import type { Market } from '@mercury/contract/api/markets.ts';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Price } from './figures.tsx';
import type { OrderDraft, OrderPlan } from './order-draft.ts';
import styles from './order-form.module.css';

interface EstimateListProps {
  market: Market;
  draft: OrderDraft;
  plan: OrderPlan;
}

/** What the order costs, and what it would trade at once with the shown book. */
export function EstimateList({ market, draft, plan }: EstimateListProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { estimate, total } = plan;
  const isBuying = draft.side === 'BUY';
  const isRest = estimate === undefined && draft.kind === 'limit' && plan.isWhole;
  return (
    <div className={styles.estimate}>
      <DetailList>
        <Detail label={t(isBuying ? 'orderBook.total' : 'orderBook.totalSell')}>
          {total === undefined ? '—' : <Money amount={total} asset={market.quote} precision="short" />}
        </Detail>
        {estimate && (
          <>
            <Detail label={t('orderBook.averagePrice')}>
              <Price value={estimate.averagePrice} market={market} hasUnit />
            </Detail>
            <Detail label={t('orderBook.fee')}>
              <Money amount={estimate.fee} asset={isBuying ? market.base : market.quote} precision="short" />
            </Detail>
            <Detail label={t('orderBook.slippage')}>
              <bdi dir="ltr">{formatPercent(estimate.slippagePercent.toFixed(2), formatTag)}</bdi>
            </Detail>
          </>
        )}
      </DetailList>
      {estimate?.isCutShort && (
        <p className={styles.reason}>
          {t(draft.kind === 'market' ? 'orderBook.bookTooSmall' : 'orderBook.restRests')}
        </p>
      )}
      {isRest && <p className={styles.reason}>{t('orderBook.willRest')}</p>}
    </div>
  );
}
