import type { Quote } from '@mercury/contract/api/trade.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Notice } from '../../ui/notice.tsx';
import { OfflineNotice, OnlineButton } from '../../ui/online-button.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { type AddMoney, AddMoneyButton } from './add-money.tsx';
import { emptyDraft, exceeds, pairOf } from './draft.ts';
import { OfferCountdown, OfferDetails, OfferFailure, QuoteSummary } from './offer-details.tsx';
import { TradeDialog } from './trade-dialog.tsx';
import { type PairProps, Sides } from './trade-sides.tsx';
import styles from './trade.module.css';
import { useAcceptOffer } from './use-accept-offer.ts';
import { type OfferState, useOffer } from './use-offer.ts';

interface TradeFormProps extends PairProps {
  onAddMoney: AddMoney;
}

export function TradeForm(props: TradeFormProps) {
  const { pair, draft, wallets, held, onAddMoney } = props;
  const accept = useAcceptOffer();
  // What is being accepted, or may have been, is not replaced by another offer until its fate is known.
  const review = useDialog();
  const isDone = accept.isSuccess && !review.isOpen;
  const isHeld = accept.confirmed !== undefined && !isDone;
  const state = useOffer({ pair, draft, isHeld });
  const { offer } = state;
  const available = wallets.find(({ currency }) => currency === pair.from)?.availableBalance ?? '0';
  // Once it is accepted, the balance has it no more.
  const isTooMuch = !isHeld && offer !== undefined && exceeds(offer.quote, available);
  // Outside the review, too, it keeps its place until somebody has tried it again.
  const waiting = accept.isLost && !review.isOpen ? accept.confirmed : undefined;
  const canReview = waiting !== undefined || (state.isFirm && offer !== undefined && !isTooMuch);

  function open() {
    if (!canReview) return;
    if (waiting) props.onPairChange(pairOf(waiting));
    accept.reset();
    review.open();
  }

  function close() {
    review.close();
    // What is done is done: whoever wants more types it anew.
    if (accept.isSuccess) props.onDraftChange(emptyDraft);
  }

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <OfflineNotice />
        {waiting ? (
          <Waiting quote={waiting} />
        ) : (
          <>
            <Sides {...props} available={available} state={state} isTooMuch={isTooMuch} />
            <OfferView state={state} />
          </>
        )}
        <Action
          isEmpty={held.length === 0 && !waiting}
          isRepeat={waiting !== undefined}
          isTooMuch={isTooMuch}
          canReview={canReview}
          currency={pair.from}
          onAddMoney={onAddMoney}
        />
      </form>
      <TradeDialog
        key={review.key}
        isOpen={review.isOpen}
        onClose={close}
        state={state}
        accept={accept}
        onAddMoney={onAddMoney}
      />
    </>
  );
}

/** What may have been traded stands in the place of anything else that could be. */
function Waiting({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice tone="warning">{t('trade.answerLost')}</Notice>
      <QuoteSummary quote={quote} />
    </>
  );
}

function OfferView({ state }: { state: OfferState }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { offer, error } = state;
  if (error) return <OfferFailure error={error} isRetrying={state.isFetching} onRetry={state.askAgain} />;
  if (!offer) {
    return <p className={styles.prompt}>{state.isFetching ? t('trade.asking') : t('trade.prompt')}</p>;
  }
  const { quote } = offer;
  return (
    <div className={styles.offer} aria-busy={!state.isFirm}>
      <OfferDetails offer={offer} />
      <OfferCountdown offer={offer} />
      {/* Read out when the figures change, rather than every second. */}
      <span className="visually-hidden" role="status">
        {state.isFirm && `${t('trade.get')} ${moneyText(quote.toAmount, quote.toCurrency, formatTag)}`}
      </span>
    </div>
  );
}

interface ActionProps {
  /** There is nothing at all to give away. */
  isEmpty: boolean;
  /** An offer whose answer was lost comes first. */
  isRepeat: boolean;
  isTooMuch: boolean;
  canReview: boolean;
  currency: AssetCode;
  onAddMoney: AddMoney;
}

/** The one thing to do next. */
function Action({ isEmpty, isRepeat, isTooMuch, canReview, currency, onAddMoney }: ActionProps) {
  const { t } = useTranslation();
  if (isEmpty && onAddMoney('USD')) {
    return (
      <>
        <p className={styles.prompt}>{t('trade.emptyText')}</p>
        <AddMoneyButton currency="USD" onAddMoney={onAddMoney} size="large" isFullWidth />
      </>
    );
  }
  return (
    <>
      <OnlineButton type="submit" size="large" isFullWidth disabled={!canReview}>
        {isRepeat ? t('common.retry') : t('trade.review')}
      </OnlineButton>
      {isTooMuch && (
        <AddMoneyButton currency={currency} onAddMoney={onAddMoney} variant="secondary" isFullWidth />
      )}
    </>
  );
}
