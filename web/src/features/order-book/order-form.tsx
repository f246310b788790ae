import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { QuickShares } from '../../domain/quick-shares.tsx';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { loginPathFor, marketPath } from '../../paths.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Money } from '../../ui/money.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { EstimateList } from './estimate-list.tsx';
import type { Side } from './estimate.ts';
import { acceptedPrices, type MarketFacts } from './market-facts.ts';
import { formatFigure, unitsOf } from './market-numbers.ts';
import {
  canRest,
  type FieldProblem,
  type OrderDraft,
  orderKinds,
  type OrderPlan,
  shareAmount,
  terms,
} from './order-draft.ts';
import styles from './order-form.module.css';
import { useReason } from './order-words.ts';
import { useIsVisitor } from './queries.ts';

export interface OrderFormProps {
  facts: MarketFacts;
  /** Of the currency that is given; undefined while it loads. */
  available: string | undefined;
  draft: OrderDraft;
  plan: OrderPlan;
  onDraftChange: (draft: OrderDraft) => void;
  onReview: () => void;
}

/** Typing an order. Nothing here sends it. */
export function OrderForm(props: OrderFormProps) {
  const { facts, draft, plan, available, onDraftChange, onReview } = props;
  const { market } = facts;
  const { t } = useTranslation();
  const reason = useReason(facts, draft, plan);
  const isVisitor = useIsVisitor();
  const given = draft.side === 'BUY' ? market.quote : market.base;
  const sideText = t(draft.side === 'BUY' ? 'orderBook.buyCoin' : 'orderBook.sellCoin', {
    currency: market.base,
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined && !isVisitor) onReview();
      }}
    >
      <Choice
        label={t('orderBook.side')}
        isStrong
        choices={[
          { value: 'BUY', label: t('orderBook.buy') },
          { value: 'SELL', label: t('orderBook.sell') },
        ]}
        value={draft.side}
        onChange={(side) => onDraftChange({ ...draft, side, amount: '' })}
      />
      <Choice
        label={t('orderBook.kind')}
        choices={orderKinds.map((kind) => ({ value: kind, label: t(`orderBook.kinds.${kind}`) }))}
        value={draft.kind}
        onChange={(kind) =>
          // A limit that was typed for another order would make a stop one that may never trade.
          onDraftChange({ ...draft, kind, isBudget: false, price: kind === 'stop' ? '' : draft.price })
        }
      />
      <Prices {...props} />
      <AmountPart {...props} />
      {!isVisitor && <Available {...{ available, given }} />}
      {draft.kind !== 'market' && <Terms draft={draft} onDraftChange={onDraftChange} />}
      <EstimateList facts={facts} draft={draft} plan={plan} />
      {isVisitor ? (
        <ButtonLink size="large" isFullWidth to={loginPathFor(marketPath(market.market))}>
          {t('orderBook.signIn')}
        </ButtonLink>
      ) : (
        <ReviewAction order={sideText} side={draft.side} reason={reason} />
      )}
    </form>
  );
}

function Available({ available, given }: Pick<OrderFormProps, 'available'> & { given: AssetCode }) {
  const { t } = useTranslation();
  return (
    <p className={styles.available}>
      <span>{t('orderBook.available')}</span>
      {available === undefined ? '…' : <Money amount={available} asset={given} />}
    </p>
  );
}

interface ReviewActionProps {
  order: string;
  side: Side;
  /** Why it can't be reviewed yet. */
  reason: string | undefined;
}

function ReviewAction({ order, side, reason }: ReviewActionProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  return (
    <div className={styles.action}>
      <OnlineButton
        type="submit"
        size="large"
        isFullWidth
        isBlocked={reason !== undefined}
        data-side={side}
        className={styles.submit}
        aria-describedby={reason === undefined ? undefined : reasonId}
      >
        {t('orderBook.review', { order })}
      </OnlineButton>
      <p id={reasonId} className={styles.reason}>
        {reason}
      </p>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  isStrong?: boolean;
}

/** One of a few, side by side: radio buttons with another look. */
function Choice<Value extends string>({ label, choices, value, onChange, isStrong }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice} data-strong={isStrong}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choiceItem} data-value={choice.value}>
          <input
            type="radio"
            name={name}
            className={styles.choiceInput}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

export function useProblemText(facts: MarketFacts) {
  const { market } = facts;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const units = unitsOf(market);
  return (problem: FieldProblem | undefined, step: string, currency: string): string | undefined => {
    if (problem === undefined || problem === 'missing') return undefined;
    if (problem === 'tooMuch') return t('orderBook.problems.tooMuch', { currency });
    if (problem === 'tooSmall') {
      const amount = moneyText(market.quantityMin, market.base, formatTag);
      return t('orderBook.problems.tooSmall', { amount });
    }
    if (problem === 'tooLarge') return t('orderBook.problems.tooLarge');
    if (problem === 'tooFar') {
      const { low = '', high = '' } = acceptedPrices(facts) ?? {};
      const priceText = (price: string) => formatFigure(price, units.priceDecimals, formatTag);
      return t('orderBook.problems.tooFar', { low: priceText(low), high: priceText(high) });
    }
    const decimals = Math.max(units.priceDecimals, units.quantityDecimals);
    return t('orderBook.problems.step', { step: formatFigure(step, decimals, formatTag) });
  };
}

function Prices({ facts, draft, plan, onDraftChange }: OrderFormProps) {
  const { t } = useTranslation();
  const { market } = facts;
  const textOf = useProblemText(facts);
  const { priceDecimals } = unitsOf(market);
  const common = { asset: market.quote, decimalsMax: priceDecimals };
  return (
    <>
      {draft.kind === 'stop' && (
        <AmountField
          {...common}
          label={t('orderBook.stopPrice')}
          hint={t(draft.side === 'BUY' ? 'orderBook.stopHintBuy' : 'orderBook.stopHintSell')}
          amount={draft.stopPrice}
          error={textOf(plan.problems.stopPrice, market.tick, market.quote)}
          onAmountChange={(stopPrice) => onDraftChange({ ...draft, stopPrice })}
        />
      )}
      {draft.kind !== 'market' && (
        <AmountField
          {...common}
          label={t(draft.kind === 'stop' ? 'orderBook.limitIfAny' : 'orderBook.price')}
          amount={draft.price}
          error={textOf(plan.problems.price, market.tick, market.quote)}
          onAmountChange={(price) => onDraftChange({ ...draft, price })}
        />
      )}
    </>
  );
}

function AmountPart({ facts, draft, plan, available, onDraftChange }: OrderFormProps) {
  const { t } = useTranslation();
  const { market } = facts;
  const textOf = useProblemText(facts);
  const units = unitsOf(market);
  const isVisitor = useIsVisitor();
  const isBudget = draft.kind === 'market' && draft.isBudget;
  const asset = isBudget ? market.quote : market.base;
  const other = isBudget ? market.base : market.quote;
  const given = draft.side === 'BUY' ? market.quote : market.base;
  return (
    <div className={styles.amount}>
      <AmountField
        label={t('orderBook.amount')}
        asset={asset}
        decimalsMax={isBudget ? units.costDecimals : units.quantityDecimals}
        amount={draft.amount}
        error={textOf(plan.problems.amount, market.lot, given)}
        onAmountChange={(amount) => onDraftChange({ ...draft, amount })}
        unit={
          draft.kind === 'market' ? (
            <button
              type="button"
              className={styles.unit}
              aria-label={t('orderBook.amountIn', { currency: other })}
              title={t('orderBook.amountIn', { currency: other })}
              onClick={() => onDraftChange({ ...draft, isBudget: !draft.isBudget, amount: '' })}
            >
              {asset} ⇄
            </button>
          ) : undefined
        }
      />
      {!isVisitor && (
        <QuickShares
          shareOf={(percent) => {
            const amount =
              available === undefined ? undefined : shareAmount(draft, { ...facts, available, percent });
            return amount === undefined ? undefined : { amount };
          }}
          amount={draft.amount}
          onChoose={({ amount }) => onDraftChange({ ...draft, amount })}
        />
      )}
    </div>
  );
}

function Terms({ draft, onDraftChange }: Pick<OrderFormProps, 'draft' | 'onDraftChange'>): ReactNode {
  const { t } = useTranslation();
  const hasLimit = draft.kind === 'limit' || draft.price !== '';
  return (
    <details className={styles.more}>
      <summary>{t('orderBook.more')}</summary>
      <div className={styles.moreFields}>
        <NativeSelectField
          label={t('orderBook.term')}
          value={draft.term}
          isDisabled={!hasLimit}
          choices={terms.map((term) => ({ value: term, label: t(`orderBook.terms.${term}`) }))}
          onChange={(term) =>
            onDraftChange({ ...draft, term, isPostOnly: draft.isPostOnly && canRest({ term }) })
          }
        />
        <Checkbox
          label={t('orderBook.postOnly')}
          checked={draft.isPostOnly}
          disabled={!hasLimit || !canRest(draft)}
          onChange={({ target }) => onDraftChange({ ...draft, isPostOnly: target.checked })}
        />
        <p className={styles.reason}>{t('orderBook.postOnlyHint')}</p>
      </div>
    </details>
  );
}
