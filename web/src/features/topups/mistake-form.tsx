import type { SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import styles from './mistake-form.module.css';
import { type PaymentOrder, usePay } from './payment-queries.ts';

interface MistakeFormProps {
  token: string;
  payment: SandboxPayment;
  /** The coin chosen in the form above; undefined if no choice is left there. */
  chosen: AssetCode | undefined;
}

const isAboveZero = (amount: string): boolean => /[1-9]/.test(amount);

/** On the sandbox rail anyone can try out a wrong payment. */
export function MistakeForm({ token, payment, chosen: chosenAbove }: MistakeFormProps) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = usePay(token);
  const [sentChoice, setSentChoice] = useState<AssetCode>();
  const [amount, setAmount] = useState('');
  const chosen = chosenAbove ?? payment.paidWith ?? payment.offers[0]?.currency;
  if (chosen === undefined) return null;
  const sent = sentChoice ?? chosen;
  // If nothing is missing, there is no default amount.
  const canSend = amount === '' ? isAboveZero(payment.missingUsd) : isAboveZero(amount);
  return (
    <details className={styles.mistakes}>
      <summary className={styles.summary}>
        <FlaskConical size={16} aria-hidden="true" />
        {t('pay.mistake.title')}
      </summary>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSend || isPending) return;
          mutate(orderOf({ chosen, sent, amount }), { onSuccess: () => setAmount('') });
        }}
      >
        <p className={styles.text}>{t('pay.mistake.text')}</p>
        <NativeSelectField
          label={t('pay.mistake.coin')}
          value={sent}
          choices={payment.offers.map(({ currency }) => ({
            value: currency,
            label: `${assetName(t, currency)} (${currency})`,
          }))}
          onChange={(coin) => {
            setSentChoice(coin);
            // An amount of one coin means nothing in another.
            setAmount('');
          }}
          isDisabled={isPending}
        />
        <AmountField
          label={t('pay.mistake.amount')}
          hint={t('pay.mistake.amountHint')}
          asset={sent}
          amount={amount}
          onAmountChange={setAmount}
          isDisabled={isPending}
        />
        {error && (
          <Notice tone="failed">{joinedErrorMessage(error, t, { fallback: t('pay.failedToPay') })}</Notice>
        )}
        <OnlineButton type="submit" variant="secondary" isFullWidth isBusy={isPending} disabled={!canSend}>
          {t('pay.mistake.send')}
        </OnlineButton>
      </form>
    </details>
  );
}

interface Mistake {
  chosen: AssetCode;
  sent: AssetCode;
  /** A plain decimal, or empty for what is missing. */
  amount: string;
}

/** The command to the pretend chain. */
export function orderOf({ chosen, sent, amount }: Mistake): PaymentOrder {
  return {
    currency: chosen,
    ...(sent !== chosen && { sentCurrency: sent }),
    ...(amount !== '' && { amount }),
  };
}
