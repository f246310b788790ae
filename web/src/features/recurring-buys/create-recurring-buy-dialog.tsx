import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useDraft, useForgetDrafts } from '../../domain/drafts.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import formStyles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { type Draft, fieldTextOf, nextMorning, orderOf, rhythmText } from './draft.ts';
import { useCreateRecurringBuy } from './queries.ts';
import { RecurringBuyForm } from './recurring-buy-form.tsx';

interface CreateRecurringBuyDialogProps {
  /** The coin to buy, if the person comes from one. */
  currency: AssetCode | undefined;
  isOpen: boolean;
  onClose: () => void;
}

function draftFor(currency: AssetCode | undefined): Draft {
  return {
    amount: '',
    fromCurrency: 'USD',
    toCurrency: currency === undefined || currency === 'USD' ? coinCode : currency,
    every: 'week',
    start: 'now',
    firstAt: fieldTextOf(nextMorning(new Date())),
  };
}

/** Asks for the coin and the schedule, repeats them in a sentence, and asks for confirmation. */
export function CreateRecurringBuyDialog({ currency, isOpen, onClose }: CreateRecurringBuyDialogProps) {
  const { t } = useTranslation();
  const { values, save } = useDraft('recurring-buy', draftFor(currency));
  const forgetDrafts = useForgetDrafts();
  const [draft, setDraft] = useState(values);
  const [isReviewed, setIsReviewed] = useState(false);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={isReviewed ? t('recurringBuys.reviewTitle') : t('recurringBuys.createTitle')}
      description={isReviewed ? undefined : t('recurringBuys.createText')}
    >
      {isReviewed ? (
        <RecurringBuyReview
          draft={draft}
          onBack={() => setIsReviewed(false)}
          onCreated={() => {
            toast.success(t('recurringBuys.created'));
            forgetDrafts();
            onClose();
          }}
        />
      ) : (
        <RecurringBuyForm
          draft={draft}
          onChange={(changed) => {
            setDraft(changed);
            save(changed);
          }}
          onReview={() => setIsReviewed(true)}
        />
      )}
    </Modal>
  );
}

interface RecurringBuyReviewProps {
  draft: Draft;
  onBack: () => void;
  onCreated: () => void;
}

/** Days that some months lack. There it is the last day. */
const shortestMonth = 28;

/** Describes the schedule and its first time in a sentence. */
function RecurringBuyReview({ draft, onBack, onCreated }: RecurringBuyReviewProps) {
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
