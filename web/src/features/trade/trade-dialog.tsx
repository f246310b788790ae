import type { Quote } from '@mercury/contract/api/trade.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Modal } from '../../ui/modal.tsx';
import type { AddMoney } from './add-money.tsx';
import { offerOf } from './offer.ts';
import { TradeOutcome } from './trade-outcome.tsx';
import { TradeReview } from './trade-review.tsx';
import { typeKeys } from './trade-words.ts';
import { readUnsettledOffer } from './unsettled-offer.ts';
import type { AcceptOffer } from './use-accept-offer.ts';
import type { OfferState } from './use-offer.ts';

interface TradeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  state: OfferState;
  accept: AcceptOffer;
  onAddMoney: AddMoney;
}

/** The last look before both balances move, and what came of it. */
export function TradeDialog({ isOpen, onClose, state, accept, onAddMoney }: TradeDialogProps) {
  const { t } = useTranslation();
  // The last offer stays to be seen while there is no newer one, and while the dialog leaves the screen.
  const [lastQuote, setLastQuote] = useState<Quote>();
  const quote = accept.confirmed ?? state.offer?.quote ?? lastQuote;
  if (isOpen && quote !== undefined && quote !== lastQuote) setLastQuote(quote);
  if (quote === undefined) return null;

  function confirm(agreed: Quote) {
    const askedAtMs = Date.now();
    accept.mutate(agreed, {
      onError: (error) => {
        if (readUnsettledOffer() !== undefined) return;
        // Refused: the offer is good for nothing any more, whatever the reason was.
        const anew = error instanceof ApiError ? error.quote : undefined;
        if (anew === undefined) state.askAgain();
        else state.replaceBy(offerOf(anew, askedAtMs));
      },
    });
  }

  /** The dialog makes room for the one that adds the money. */
  const leaveToAddMoney: AddMoney = (currency) => {
    const add = onAddMoney(currency);
    return (
      add &&
      (() => {
        onClose();
        add();
      })
    );
  };

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
        <TradeOutcome transaction={accept.data.transaction} onAgain={onClose} />
      ) : (
        <TradeReview
          quote={quote}
          state={state}
          error={accept.error}
          isProcessing={accept.isPending}
          isLost={accept.isLost}
          onConfirm={confirm}
          onBack={onClose}
          onAddMoney={leaveToAddMoney}
        />
      )}
    </Modal>
  );
}
