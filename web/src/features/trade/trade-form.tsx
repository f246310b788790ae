import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AddMoneyButton } from '../../domain/add-money-button.tsx';
import { useFollowingDraft } from '../../domain/drafts.ts';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { OfflineNotice, OnlineButton } from '../../ui/online-button.tsx';
import { exceeds, keptOf } from './draft.ts';
import { LostOffer, MissedOffer, useLostOffer } from './lost-offer.tsx';
import { OfferCountdown, OfferDetails, OfferFailure } from './offer-details.tsx';
import { TradeDialog } from './trade-dialog.tsx';
import { type PairProps, Sides } from './trade-sides.tsx';
import styles from './trade.module.css';
import { useAcceptOffer } from './use-accept-offer.ts';
import { type OfferState, useOffer } from './use-offer.ts';

interface TradeFormProps extends PairProps {
  /** The trade was made: another one must be typed anew. */
  onTraded: () => void;
}

/** What was typed survives a reload, but not once it was confirmed: the trade may have been made. */
function useKept({ pair, draft }: PairProps, isConfirmed: boolean): void {
  const asset = pair[draft.side];
  const kept = useMemo(
    () => (isConfirmed || draft.amount === '' ? undefined : keptOf(draft, asset)),
    [asset, draft, isConfirmed],
  );
  useFollowingDraft('trade', kept);
}

function useTraded(isTraded: boolean, onTraded: () => void): void {
  const clear = useEffectEvent(onTraded);
  useEffect(() => {
    if (isTraded) clear();
  }, [isTraded]);
}

export function TradeForm(props: TradeFormProps) {
  const { pair, draft, wallets, held } = props;
  const isEmpty = held.length === 0;
  const accept = useAcceptOffer();
  // No other offer replaces one that is being accepted, or may have been, until its outcome is known.
  const review = useOpenedBy('trade-review', { isRestored: false });
  const isDone = accept.isSuccess && !review.isOpen;
  const isHeld = accept.confirmed !== undefined && !isDone;
  useKept(props, isHeld);
  useTraded(accept.isSuccess, props.onTraded);
  const state = useOffer({ pair, draft, isHeld });
  const { offer } = state;
  const available = wallets.find(({ currency }) => currency === pair.from)?.availableBalance ?? '0';
  // Once it is accepted, its amount has already left the balance.
  const isTooMuch = !isHeld && offer !== undefined && exceeds(offer.quote, available);
  const { lost, ask, miss, forgetMiss } = useLostOffer({
    accept,
    isInReview: review.isOpen,
    onWentThrough: () => review.open(),
  });
  const canReview = state.isFirm && offer !== undefined && !isTooMuch;

  function open() {
    if (!canReview) return;
    forgetMiss();
    accept.reset();
    review.open();
  }

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (lost) ask();
          else open();
        }}
      >
        <OfflineNotice />
        {lost ? (
          <LostOffer quote={lost} accept={accept} />
        ) : (
          <>
            {miss && <MissedOffer {...miss} />}
            <Sides {...props} available={available} state={state} isTooMuch={isTooMuch} isEmpty={isEmpty} />
            {/* Without money the way to some is the next step, not an amount. */}
            {!(isEmpty && draft.amount === '') && <OfferView state={state} />}
          </>
        )}
        <Action
          isEmpty={isEmpty && !lost}
          isRepeat={lost !== undefined}
          isBusy={accept.isPending}
          isTooMuch={isTooMuch}
          canGoOn={lost !== undefined || canReview}
          currency={pair.from}
        />
      </form>
      <TradeDialog
        key={review.key}
        isOpen={review.isOpen}
        onClose={review.close}
        state={state}
        accept={accept}
      />
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
      {/* Announced when the figures change, not every second. */}
      <span className="visually-hidden" role="status">
        {state.isFirm && `${t('trade.get')} ${moneyText(quote.toAmount, quote.toCurrency, formatTag)}`}
      </span>
    </div>
  );
}

interface ActionProps {
  /** The person has nothing to give. */
  isEmpty: boolean;
  /** An offer with a lost answer: it comes first. */
  isRepeat: boolean;
  isBusy: boolean;
  isTooMuch: boolean;
  canGoOn: boolean;
  currency: AssetCode;
}

/** The only next step. */
function Action({ isEmpty, isRepeat, isBusy, isTooMuch, canGoOn, currency }: ActionProps) {
  const { t } = useTranslation();
  if (isEmpty) {
    return (
      <>
        <p className={styles.prompt}>{t('trade.emptyText')}</p>
        <AddMoneyButton currency={currency} variant="primary" size="large" isFullWidth />
      </>
    );
  }
  return (
    <>
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isBusy} disabled={!canGoOn}>
        {isRepeat ? t('common.retry') : t('trade.review')}
      </OnlineButton>
      {isTooMuch && <AddMoneyButton currency={currency} isFullWidth />}
    </>
  );
}
