import type { Market } from '@mercury/contract/api/markets.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConfirmActions } from '../../domain/confirm-actions.tsx';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EstimateList } from './estimate-list.tsx';
import { Price, Quantity } from './figures.tsx';
import type { MarketFacts } from './market-facts.ts';
import { bodyOf, type OrderBody, type OrderDraft, type OrderPlan, planOrder } from './order-draft.ts';
import type { OrderFlow } from './order-flow.ts';
import { OrderForm } from './order-form.tsx';
import styles from './order-form.module.css';
import { endReason, replyText, useConcernText } from './order-words.ts';
import { isAnswerLost, orderAttempts } from './use-place-order.ts';

interface OrderPanelProps {
  facts: MarketFacts;
  /** What can be spent of a currency; undefined while it loads. */
  availableOf: (currency: string) => string | undefined;
  flow: OrderFlow;
}

/** Edit, review, result: one after the other in the same place. */
export function OrderPanel({ facts, availableOf, flow }: OrderPanelProps) {
  const { market } = facts;
  const { place, draft, edit, reviewed } = flow;
  const available = availableOf(draft.side === 'BUY' ? market.quote : market.base);
  const planFor = (draft: OrderDraft) => {
    // What a lost attempt may have taken from the balance is no reason not to ask for its outcome.
    const isRepeat = orderAttempts.isLost(bodyOf(draft, market, 0));
    return planOrder(draft, { ...facts, available: isRepeat ? undefined : available });
  };

  if (place.data !== undefined) {
    return (
      <Result market={market} order={place.data} onAgain={() => flow.editNext({ ...draft, amount: '' })} />
    );
  }
  if (reviewed !== null) {
    const plan = planFor(reviewed.draft);
    return <Review {...{ facts, reviewed, plan, flow }} />;
  }
  const plan = planFor(draft);
  return (
    <OrderForm
      {...{ facts, available, draft, plan }}
      onDraftChange={edit}
      onReview={() => flow.review(bodyOf(draft, market, Date.now()))}
    />
  );
}

interface ReviewProps {
  facts: MarketFacts;
  reviewed: NonNullable<OrderFlow['reviewed']>;
  /** By the book of the moment. */
  plan: OrderPlan;
  flow: OrderFlow;
}

function Review({ facts, reviewed, plan, flow }: ReviewProps) {
  const { market } = facts;
  const { body, draft, isRepeat, attempt } = reviewed;
  const { error, isPending } = flow.place;
  const { t } = useTranslation();
  const concernText = useConcernText();
  const isLost = isAnswerLost(error);
  const isAsked = isRepeat && attempt === undefined;
  const order = t(body.side === 'BUY' ? 'orderBook.buyCoin' : 'orderBook.sellCoin', {
    currency: market.base,
  });
  return (
    <form
      className={styles.form}
      data-testid="order-review"
      data-side={body.side}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        flow.confirm(reviewed, isAsked ? 'first' : undefined);
      }}
    >
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.heading}>
        {t('orderBook.reviewTitle', { order })}
      </h2>
      <OrderTerms market={market} body={body} draft={draft} />
      <EstimateList facts={facts} draft={draft} plan={plan} />
      {plan.concern && <Notice tone="warning">{concernText(plan.concern, draft.side)}</Notice>}
      {isLost && <Notice tone="warning">{t('orderBook.answerLost')}</Notice>}
      {error && !isLost && <Notice tone="failed">{replyText(error, t)}</Notice>}
      {isAsked && <Notice tone="warning">{t('lostOrder.whichOrder')}</Notice>}
      <ConfirmActions
        confirm={isLost ? t('common.retry') : t(plan.concern ? 'orderBook.placeAnyway' : 'orderBook.place')}
        words={{ finish: t('lostOrder.finishOrder'), another: t('lostOrder.anotherOrder') }}
        back={t('orderBook.edit')}
        isAsked={isAsked}
        isProcessing={isPending}
        onAnother={() => flow.confirm(reviewed, 'another')}
        onBack={flow.goBack}
      />
    </form>
  );
}

function OrderTerms({ market, body, draft }: { market: Market; body: OrderBody; draft: OrderDraft }) {
  const { t } = useTranslation();
  return (
    <DetailList>
      <Detail label={t('orderBook.kind')}>{t(`orderBook.kinds.${draft.kind}`)}</Detail>
      <Detail label={t('orderBook.amount')} isStrong>
        {body.budget === undefined ? (
          <Quantity value={body.quantity ?? '0'} market={market} hasUnit />
        ) : (
          <Money amount={body.budget} asset={market.quote} />
        )}
      </Detail>
      {body.stopPrice !== undefined && (
        <Detail label={t('orderBook.stopPrice')}>
          <Price value={body.stopPrice} market={market} hasUnit />
        </Detail>
      )}
      {body.price !== undefined && (
        <Detail label={t('orderBook.price')} isStrong>
          <Price value={body.price} market={market} hasUnit />
        </Detail>
      )}
      {body.timeInForce !== undefined && (
        <Detail label={t('orderBook.term')}>{t(`orderBook.terms.${draft.term}`)}</Detail>
      )}
      {body.postOnly && <Detail label={t('orderBook.postOnly')}>{t('orderBook.yes')}</Detail>}
    </DetailList>
  );
}

function Result({ market, order, onAgain }: { market: Market; order: Order; onAgain: () => void }) {
  const { t } = useTranslation();
  const isWaiting = order.status === 'OPEN' || order.status === 'WAITING';
  const Icon = isWaiting ? Hourglass : CircleCheck;
  const hasTraded = /[1-9]/.test(order.filled);
  const reason = endReason(order.reason, t);
  return (
    <div className={styles.form} data-testid="order-result" data-status={order.status}>
      <div className={styles.outcome}>
        {(isWaiting || hasTraded) && <Icon size={28} aria-hidden="true" />}
        <h2 ref={focusOnMount} tabIndex={-1} className={styles.heading}>
          {t(`orderBook.result.${order.status}`)}
        </h2>
      </div>
      <DetailList>
        <Detail label={t('orderBook.filled')}>
          <Quantity value={order.filled} market={market} hasUnit />
        </Detail>
        {order.averagePrice !== null && (
          <Detail label={t('orderBook.averagePrice')}>
            <Price value={order.averagePrice} market={market} hasUnit />
          </Detail>
        )}
        {hasTraded && (
          <Detail label={t('orderBook.fee')}>
            <Money amount={order.fee} asset={order.feeCurrency} precision="short" />
          </Detail>
        )}
      </DetailList>
      {reason && <Notice tone="neutral">{reason}</Notice>}
      <Button variant="secondary" isFullWidth onClick={onAgain}>
        {t('orderBook.another')}
      </Button>
    </div>
  );
}
