import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './deposits.module.css';
import { depositAmount } from './draft.ts';
import { useDeposit } from './use-deposit.ts';

interface PretendPaymentFormProps {
  currency: AssetCode;
  onBusyChange: (isBusy: boolean) => void;
  onDeposited: (transaction: Transaction) => void;
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('deposit.answerLost');
  return joinedErrorMessage(error, t, { fallback: t('deposit.processingTransaction') });
}

/** Sends a payment on the pretend chain, as a payer elsewhere would. */
export function PretendPaymentForm({ currency, onBusyChange, onDeposited }: PretendPaymentFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { mutate, error, isPending, reset } = useDeposit();
  const amount = depositAmount(currency, typed);

  function submit() {
    setWasSubmitted(true);
    if (amount === undefined || isPending) return;
    onBusyChange(true);
    mutate(
      { currency, amount },
      {
        onSuccess: ({ transaction }) => onDeposited(transaction),
        onSettled: () => onBusyChange(false),
      },
    );
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField
        label={t('deposit.amount')}
        asset={currency}
        amount={typed}
        onAmountChange={(next) => {
          setTyped(next);
          reset();
        }}
        isDisabled={isPending}
        error={wasSubmitted && amount === undefined ? t('deposit.enterValidAmount') : undefined}
        hint={t('deposit.sandboxHint')}
      />
      {error && <Notice tone="failed">{failureText(error, t)}</Notice>}
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
        {t('deposit.submit')}
      </OnlineButton>
      <span className="visually-hidden" role="status">
        {isPending ? t('deposit.processing') : ''}
      </span>
    </form>
  );
}
