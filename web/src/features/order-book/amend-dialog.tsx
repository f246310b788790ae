import type { Order } from '@mercury/contract/api/orders.ts';
import { useId, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDraft, useForgetDrafts } from '../../domain/drafts.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { type AmendDraft, type AmendPlan, planAmend } from './amend-plan.ts';
import type { Outcome } from './estimate.ts';
import type { MarketFacts } from './market-facts.ts';
import { unitsOf } from './market-numbers.ts';
import styles from './order-form.module.css';
import { useProblemText } from './order-form.tsx';
import { refusalText, replyText, useConcernText } from './order-words.ts';
import { useAmendOrder, useOpenOrders } from './queries.ts';

interface AmendDialogProps {
  facts: MarketFacts;
  available: string | undefined;
  order: Order;
  isOpen: boolean;
  onClose: () => void;
}

/** Another price or quantity for an open order, and what that does to its place. */
export function AmendDialog({ facts, available, order, isOpen, onClose }: AmendDialogProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { market } = facts;
  const { data: orders } = useOpenOrders(market.market);
  const isGone = orders !== undefined && !orders.some(({ id }) => id === order.id);
  const [draft, setDraft] = useTypedChange(order);
  const forgetDrafts = useForgetDrafts();
  const amend = useAmendOrder();
  const plan = planAmend(order, draft, { ...facts, available });
  const reason = isGone ? t('orderBook.reason.gone') : amendReason(plan, t, formatTag);
  const reasonId = useId();
  const side = t(order.side === 'BUY' ? 'orderBook.buyCoin' : 'orderBook.sellCoin', {
    currency: market.base,
  });
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('orderBook.amendTitle', { order: side })}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== undefined) return;
          const onSuccess = () => {
            forgetDrafts();
            onClose();
          };
          amend.mutate({ order, changes: plan.changes }, { onSuccess });
        }}
      >
        <Fields {...{ facts, order, draft, plan }} onDraftChange={setDraft} />
        <p className={styles.reason} role="status" data-testid="place-kept">
          {plan.outcome && placeText(plan.outcome, t)}
        </p>
        <Concerns plan={plan} order={order} />
        {amend.error && <Notice tone="failed">{replyText(amend.error, t)}</Notice>}
        <div className={styles.action}>
          <div className={styles.pair}>
            <Button variant="secondary" onClick={onClose}>
              {t('orderBook.keep')}
            </Button>
            <OnlineButton
              type="submit"
              isBusy={amend.isPending}
              isBlocked={reason !== undefined}
              className={styles.submit}
              aria-describedby={reason === undefined ? undefined : reasonId}
            >
              {t(plan.concern ? 'orderBook.amendAnyway' : 'orderBook.amendAction')}
            </OnlineButton>
          </div>
          <p id={reasonId} className={styles.reason}>
            {reason}
          </p>
        </div>
      </form>
    </Modal>
  );
}

/** What was typed survives a reload. */
function useTypedChange({ price, quantity }: Order) {
  const { values, save } = useDraft('order-amend', { price: price ?? '', quantity: quantity ?? '' });
  const [draft, setDraft] = useState<AmendDraft>(values);
  return [
    draft,
    (next: AmendDraft) => {
      save({ ...next });
      setDraft(next);
    },
  ] as const;
}

interface FieldsProps {
  facts: MarketFacts;
  order: Order;
  draft: AmendDraft;
  plan: AmendPlan;
  onDraftChange: (draft: AmendDraft) => void;
}

function Fields({ facts, order, draft, plan: { problems }, onDraftChange }: FieldsProps) {
  const { t } = useTranslation();
  const { market } = facts;
  const textOf = useProblemText(facts);
  const units = unitsOf(market);
  const given = order.side === 'BUY' ? market.quote : market.base;
  const quantityError =
    problems.quantity === 'traded'
      ? t('orderBook.problems.traded')
      : textOf(problems.quantity, market.lot, given);
  return (
    <>
      <AmountField
        label={t('orderBook.price')}
        asset={market.quote}
        decimalsMax={units.priceDecimals}
        amount={draft.price}
        error={textOf(problems.price === 'traded' ? undefined : problems.price, market.tick, market.quote)}
        onAmountChange={(price) => onDraftChange({ ...draft, price })}
      />
      <AmountField
        label={t('orderBook.amendAmount')}
        asset={market.base}
        decimalsMax={units.quantityDecimals}
        amount={draft.quantity}
        error={quantityError}
        onAmountChange={(quantity) => onDraftChange({ ...draft, quantity })}
      />
    </>
  );
}

function Concerns({ plan, order }: { plan: AmendPlan; order: Order }) {
  const concernText = useConcernText();
  return plan.concern ? <Notice tone="warning">{concernText(plan.concern, order.side)}</Notice> : null;
}

function placeText({ keepsPlace, estimate }: Outcome, t: TFunction): string {
  if (keepsPlace) return t('orderBook.keepsPlace');
  const loses = t('orderBook.losesPlace');
  return estimate ? `${t('orderBook.tradesAtOnce')} ${loses}` : loses;
}

function amendReason(
  { problems, isChanged, outcome }: AmendPlan,
  t: TFunction,
  formatTag: string,
): string | undefined {
  if (problems.price === 'missing') return t('orderBook.reason.price');
  if (problems.quantity === 'missing') return t('orderBook.reason.amount');
  if (Object.keys(problems).length > 0) return t('orderBook.reason.fields');
  if (!isChanged) return t('orderBook.reason.unchanged');
  return outcome?.refusal && refusalText(outcome.refusal, t, formatTag);
}
