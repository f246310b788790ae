import type { Quote } from '@mercury/contract/api/trade.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { RateText } from '../../domain/price-text.tsx';
import { transactionPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Modal } from '../../ui/modal.tsx';
import { Money } from '../../ui/money.tsx';
import { Outcome, SuccessMark } from '../../ui/outcome.tsx';
import { typeKeys } from './draft.ts';
import { TradeReview } from './trade-review.tsx';
import styles from './trade.module.css';
import { type AcceptOffer, readUnsettledOffer } from './use-accept-offer.ts';
import { offerOf, type OfferState } from './use-offer.ts';

interface TradeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  state: OfferState;
  accept: AcceptOffer;
}

/** The review before both balances move, and the outcome. */
export function TradeDialog({ isOpen, onClose, state, accept }: TradeDialogProps) {
  const { t } = useTranslation();
  // Keeps showing the last offer while there is no newer one, and while the dialog closes.
  const [lastQuote, setLastQuote] = useState<Quote>();
  const quote = accept.confirmed ?? state.offer?.quote ?? lastQuote;
  if (isOpen && quote !== undefined && quote !== lastQuote) setLastQuote(quote);
  if (quote === undefined) return null;

  function confirm(agreed: Quote) {
    const askedAtMs = Date.now();
    accept.mutate(agreed, {
      onError: (error) => {
        if (readUnsettledOffer() !== undefined) return;
        // A refused offer is useless, whatever the reason.
        const anew = error instanceof ApiError ? error.quote : undefined;
        if (anew === undefined) state.askAgain();
        else state.replaceBy(offerOf(anew, askedAtMs));
      },
    });
  }

  const typeKey = typeKeys[quote.type];
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={accept.data ? t(`trade.done.${typeKey}`) : t(`trade.reviewTitle.${typeKey}`)}
      dismissal={accept.isPending ? 'none' : 'free'}
      dismissWarning={t('trade.cannotClose')}
    >
      {accept.data ? (
        <TradeOutcome typeKey={typeKey} transaction={accept.data.transaction} onAgain={onClose} />
      ) : (
        <TradeReview
          quote={quote}
          state={state}
          error={accept.error}
          isProcessing={accept.isPending}
          isLost={accept.isLost}
          onConfirm={confirm}
          onBack={onClose}
        />
      )}
    </Modal>
  );
}

interface TradeOutcomeProps {
  typeKey: (typeof typeKeys)[Quote['type']];
  transaction: Transaction;
  onAgain: () => void;
}

/** The trade is done: both balances have moved. */
function TradeOutcome({ typeKey, transaction: { id, trade }, onAgain }: TradeOutcomeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.form} ref={focusOnMount} tabIndex={-1}>
      <Outcome mark={<SuccessMark />} title={t('trade.arrived')} text={t('trade.arrivedText')}>
        {trade && <Money amount={trade.toAmount} asset={trade.toCurrency} size="large" precision="exact" />}
      </Outcome>
      {trade && (
        <DetailList>
          <Detail label={t(`trade.history.given.${typeKey}`)}>
            <Money amount={trade.fromAmount} asset={trade.fromCurrency} precision="exact" />
          </Detail>
          <Detail label={t('trade.feeWithin')}>
            <Money amount={trade.fee} asset={trade.fromCurrency} precision="exact" />
          </Detail>
          <Detail label={t('trade.rate')}>
            <RateText rate={trade.rate} />
          </Detail>
        </DetailList>
      )}
      <div className={styles.actions}>
        <Button size="large" isFullWidth onClick={onAgain}>
          {t('trade.again')}
        </Button>
        <ButtonLink variant="secondary" isFullWidth to={transactionPath(id)} replace>
          {t('trade.seeTransaction')}
        </ButtonLink>
      </div>
    </div>
  );
}
