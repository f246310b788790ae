import { limits } from '@mercury/contract/limits.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage, joinedErrorMessage } from '../../api/error-message.ts';
import { formatPercent } from '../../domain/prices.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import type { Side } from './estimate.ts';
import { type MarketFacts, tradedPrices } from './market-facts.ts';
import { formatFigure, unitsOf } from './market-numbers.ts';
import type { Concern, OrderDraft, OrderPlan } from './order-draft.ts';

/** Why the draft can't be reviewed yet; undefined if it can. What is wrong in a field stands there, and here in short. */
export function useReason(facts: MarketFacts, draft: OrderDraft, plan: OrderPlan): string | undefined {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { market } = facts;
  const endText = useEndText(facts, plan);
  if (market.state === 'halted' || market.state === 'cancel_only') return t('orderBook.reason.closed');
  const { problems } = plan;
  if (problems.stopPrice === 'missing') return t('orderBook.reason.stopPrice');
  if (problems.price === 'missing') return t('orderBook.reason.price');
  if (problems.amount === 'missing') return t('orderBook.reason.amount');
  if (!plan.isWhole) return t('orderBook.reason.fields');
  if (draft.kind === 'market' && plan.refusal === undefined && plan.estimate === undefined)
    return endText ?? t('orderBook.reason.nobody');
  return plan.refusal && refusalText(plan.refusal, t, formatTag);
}

/** Why what is left of an order would end, where the book itself has more for it. */
export function useEndText(facts: MarketFacts, { end }: OrderPlan): string | undefined {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const prices = tradedPrices(facts);
  if (end === 'self_trade') return t('orderBook.meetsOwn');
  if (end !== 'price_range' || prices === undefined) return undefined;
  const { priceDecimals } = unitsOf(facts.market);
  const [low, high] = [prices.low, prices.high].map((price) => formatFigure(price, priceDecimals, formatTag));
  return t('orderBook.leavesRange', { low, high });
}

/** By the shown book. The server decides, and says it in its own words. */
export function refusalText(
  refusal: NonNullable<OrderPlan['refusal']>,
  t: TFunction,
  formatTag: string,
): string {
  switch (refusal) {
    case 'market_closed':
      return t('orderBook.reason.closed');
    case 'market_post_only':
      return t('orderBook.reason.postOnly');
    case 'would_cross':
      return t('orderBook.reason.wouldTrade');
    case 'would_trigger':
      return t('orderBook.reason.wouldTrigger');
    case 'too_many_orders':
      return t('orderBook.reason.tooMany', { limit: formatCount(limits.openOrdersMax, formatTag) });
    case 'insufficient_funds':
    case 'quantity_traded':
    case 'invalid':
    case 'price_too_far':
    case 'already_expired':
    case 'unknown_order':
    case 'stop_not_amendable':
      return t('orderBook.reason.fields');
    default:
      return refusal satisfies never;
  }
}

/** In the server's words. */
export function replyText(error: Error, t: TFunction): string {
  return error instanceof ApiError && error.errors.length > 0
    ? joinedErrorMessage(error, t)
    : errorMessage(error, t);
}

export function useConcernText() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return ({ kind, percent }: Concern, side: Side): string => {
    const distance = formatPercent(percent.toFixed(1), formatTag);
    if (kind === 'movesMarket') return t('orderBook.concerns.movesMarket', { percent: distance });
    return t(side === 'BUY' ? 'orderBook.concerns.farBuy' : 'orderBook.concerns.farSell', {
      percent: distance,
    });
  };
}

/** Why a rest ended, where the status alone does not say it. */
const knownReasons = [
  'budget_spent',
  'fill_or_kill',
  'immediate_or_cancel',
  'no_liquidity',
  'post_only',
  'price_range',
  'self_trade',
  'too_many_fills',
] as const;

export function endReason(reason: string | null, t: TFunction): string | undefined {
  const known = knownReasons.find((code) => code === reason);
  return known && t(`orderBook.ended.${known}`);
}
