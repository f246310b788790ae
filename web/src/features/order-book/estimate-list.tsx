import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Price } from './figures.tsx';
import type { MarketFacts } from './market-facts.ts';
import type { OrderDraft, OrderPlan } from './order-draft.ts';
import styles from './order-form.module.css';
import { useEndText } from './order-words.ts';

interface EstimateListProps {
  facts: MarketFacts;
  draft: OrderDraft;
  plan: OrderPlan;
}

/** What the order costs, and what it would trade at once with the shown book. */
export function EstimateList({ facts, draft, plan }: EstimateListProps) {
  const { market } = facts;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { estimate, total, totalMost } = plan;
  const isBuying = draft.side === 'BUY';
  const leftText = useLeftText(facts, draft, plan);
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
      {leftText && <p className={styles.reason}>{leftText}</p>}
    </div>
  );
}

/** What becomes of what is not traded at once. */
function useLeftText(facts: MarketFacts, { kind }: OrderDraft, plan: OrderPlan): string | undefined {
  const { t } = useTranslation();
  const endText = useEndText(facts, plan);
  const { estimate, rests, refusal, isWhole } = plan;
  if (estimate ? !estimate.isCutShort : kind === 'market') return undefined;
  if (kind === 'stop' || !isWhole || refusal !== undefined) return undefined;
  if (endText !== undefined) return endText;
  if (kind === 'market') return t('orderBook.bookTooSmall');
  if (!rests) return t('orderBook.restEnds');
  return t(estimate ? 'orderBook.restRests' : 'orderBook.willRest');
}
