import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { configQuery } from '../../api/config-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-text.ts';
import type { Draft } from './draft.ts';
import type { Side } from './pair.ts';
import type { OfferState } from './use-offer.ts';

/** True for what the server says of the amount itself: it stands under the field that was typed into. */
export function isAboutAmount(error: Error): boolean {
  return (
    error instanceof ApiError && (error.code === 'AmountOutOfRange' || error.code === 'AmountNotPositive')
  );
}

interface UseAmountProblemOptions {
  state: OfferState;
  draft: Draft;
  isTooMuch: boolean;
  /** Of the currency that is given away. */
  available: string;
  currency: AssetCode;
}

/** What is wrong with the amounts, by the field under which it is said. */
export function useAmountProblem(options: UseAmountProblemOptions): Partial<Record<Side, string>> {
  const { state, draft, isTooMuch, available, currency } = options;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: config } = useQuery(configQuery);
  if (isTooMuch) {
    return { from: t('trade.insufficientBalance', { amount: moneyText(available, currency, formatTag) }) };
  }
  if (!config || !state.error || !isAboutAmount(state.error)) return {};
  const { orderUsdMin, orderUsdMax } = config.trade;
  return {
    [draft.side]: t('trade.outOfRange', {
      min: moneyText(orderUsdMin, 'USD', formatTag),
      max: moneyText(orderUsdMax, 'USD', formatTag),
    }),
  };
}
