import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { type Draft, fieldTextOf, nextMorning } from './draft.ts';
import { RecurringBuyForm } from './recurring-buy-form.tsx';
import { RecurringBuyReview } from './recurring-buy-review.tsx';

interface CreateRecurringBuyDialogProps {
  /** What is bought, where the person comes from a coin. */
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

/** Asks what is to be bought and how often, says it back in a sentence, and asks whether that is meant. */
export function CreateRecurringBuyDialog({ currency, isOpen, onClose }: CreateRecurringBuyDialogProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftFor(currency));
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
            onClose();
          }}
        />
      ) : (
        <RecurringBuyForm draft={draft} onChange={setDraft} onReview={() => setIsReviewed(true)} />
      )}
    </Modal>
  );
}
