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
  const { estimate, total, totalMost } = plan;
  const isBuying = draft.side === 'BUY';
  const leftText = leftTextOf(draft, plan);
  return (
    <div className={styles.estimate}>
      <DetailList>
        <Detail label={t(isBuying ? 'orderBook.total' : 'orderBook.totalSell')}>
          {total === undefined ? '—' : <Money amount={total} asset={market.quote} precision="short" />}
        </Detail>
        {totalMost !== undefined && (
          <Detail label={t('orderBook.totalMost')}>
            <Money amount={totalMost} asset={market.quote} precision="short" />
          </Detail>
        )}
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
      {leftText && <p className={styles.reason}>{t(leftText)}</p>}
    </div>
  );
}

/** What becomes of what is not traded at once. */
function leftTextOf({ kind }: OrderDraft, { estimate, rests, refusal, isWhole }: OrderPlan) {
  if (estimate && !estimate.isCutShort) return undefined;
  if (kind === 'market') return estimate && 'orderBook.bookTooSmall';
  if (kind === 'stop' || !isWhole || refusal !== undefined) return undefined;
  if (!rests) return 'orderBook.restEnds';
  return estimate ? 'orderBook.restRests' : 'orderBook.willRest';
}
