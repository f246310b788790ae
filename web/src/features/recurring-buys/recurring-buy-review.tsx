import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import formStyles from '../../ui/form.module.css';
import { moneyText } from '../../ui/money-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { type Draft, orderOf } from './draft.ts';
import { rhythmText } from './rhythm.ts';
import { useCreateRecurringBuy } from './use-recurring-buys.ts';

interface RecurringBuyReviewProps {
  draft: Draft;
  onBack: () => void;
  onCreated: () => void;
}

/** Days that not every month has: there it is the last one. */
const shortestMonth = 28;

/** Says in a sentence what will happen, and when first. */
export function RecurringBuyReview({ draft, onBack, onCreated }: RecurringBuyReviewProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { mutate, error, isPending } = useCreateRecurringBuy();
  const [openedAt] = useState(() => new Date());
  const order = orderOf(draft, openedAt);
  const first = order.firstAt === undefined ? openedAt : new Date(order.firstAt);
  const { amount, fromCurrency, toCurrency, every } = order;
  return (
    <div className={formStyles.form}>
      <p className={formStyles.summary} data-testid="recurring-summary">
        {t('recurringBuys.summary', {
          rhythm: rhythmText({ every, at: first }, t, formatTag),
          order: t('recurringBuys.order', {
            amount: moneyText(amount, fromCurrency, formatTag),
            coin: toCurrency,
          }),
        })}
      </p>
      <DetailList>
        <Detail label={t('recurringBuys.firstTime')}>
          {order.firstAt === undefined ? t('recurringBuys.startNow') : <DateText at={order.firstAt} />}
        </Detail>
      </DetailList>
      <p className={formStyles.note}>
        {t('recurringBuys.priceNote')}
        {every === 'month' && first.getDate() > shortestMonth && ` ${t('recurringBuys.shortMonths')}`}
      </p>
      {error && (
        <Notice tone="failed">
          {errorMessage(error, t, { fallback: t('recurringBuys.failedToCreate') })}
        </Notice>
      )}
      <div className={formStyles.pair}>
        <Button variant="secondary" onClick={onBack}>
          {t('recurringBuys.change')}
        </Button>
        <OnlineButton isBusy={isPending} onClick={() => mutate(order, { onSuccess: onCreated })}>
          {t('recurringBuys.confirm')}
        </OnlineButton>
      </div>
    </div>
  );
}
