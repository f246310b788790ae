import type { Quote } from '@mercury/contract/api/trade.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineNotice } from '../../ui/offline-notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { type AddMoney, AddMoneyButton } from './add-money.tsx';
import { type Draft, emptyDraft, exceeds } from './draft.ts';
import { OfferCountdown } from './offer-countdown.tsx';
import { OfferDetails } from './offer-details.tsx';
import { OfferFailure } from './offer-failure.tsx';
import { choicesOf, type Pair, pairOf, type Side, swapped, withAsset } from './pair.ts';
import { QuoteSummary } from './quote-summary.tsx';
import { TradeDialog } from './trade-dialog.tsx';
import { TradeSide } from './trade-side.tsx';
import { typeKeys } from './trade-words.ts';
import styles from './trade.module.css';
import { useAcceptOffer } from './use-accept-offer.ts';
import { type OfferState, useOffer } from './use-offer.ts';
import { useAmountProblem } from './use-amount-problem.ts';

interface TradeFormProps {
  pair: Pair;
  draft: Draft;
  wallets: readonly Wallet[];
  /** What of there is something to give away. */
  held: readonly AssetCode[];
  onPairChange: (pair: Pair) => void;
  onDraftChange: (draft: Draft) => void;
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

interface SidesProps extends TradeFormProps {
  available: string;
  state: OfferState;
  isTooMuch: boolean;
}

function Sides({ pair, draft, wallets, held, available, state, isTooMuch, ...on }: SidesProps) {
  const { t } = useTranslation();
  const problem = useAmountProblem({ state, draft, isTooMuch, available, currency: pair.from });
  const quote = state.offer?.quote;
  const shown = { from: quote?.fromAmount ?? '', to: quote?.toAmount ?? '', [draft.side]: draft.amount };
  const typeKey = typeKeys[pair.type];

  const side = (name: Side) => ({
    asset: pair[name],
    choices: choicesOf(pair.type, name, held),
    wallets,
    amount: shown[name],
    isFollowing: draft.side !== name && state.isFetching,
    error: problem[name],
    onAmountChange: (amount: string) => on.onDraftChange({ side: name, amount }),
    onAssetChange: (asset: AssetCode) => on.onPairChange(withAsset(pair, name, asset, held)),
  });

  return (
    <div className={styles.sides}>
      <TradeSide
        {...side('from')}
        amountLabel={t(`trade.give.${typeKey}`)}
        currencyLabel={t('trade.payWith')}
        hint={
          <>
            {t('wallet.available')} <Money amount={available} asset={pair.from} />
          </>
        }
        action={
          <Button
            variant="ghost"
            size="small"
            onClick={() => on.onDraftChange({ side: 'from', amount: available })}
          >
            {t('trade.max')}
          </Button>
        }
      />
      <IconButton
        label={t('trade.swap')}
        className={styles.swap}
        onClick={() => on.onPairChange(swapped(pair))}
      >
        <ArrowUpDown size={18} aria-hidden="true" />
      </IconButton>
      <TradeSide {...side('to')} amountLabel={t('trade.get')} currencyLabel={t('trade.receive')} />
    </div>
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
