import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Money } from '../../ui/money.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { type TopUpQuote, type TopUpTerms, quoteTopUp } from './quote.ts';
import styles from './top-up-dialog.module.css';
import { CreditChoice } from './credit-choice.tsx';
import { type TopUpOrder, useTopUp } from './use-top-up.ts';

const quickAmountsUsd = ['25', '50', '100', '250'] as const;

interface TopUpFormProps {
  terms: Omit<TopUpTerms, 'credited'>;
  creditCurrency: TopUpOrder['creditCurrency'];
  payableWith: readonly AssetCode[];
  onBusyChange: (isBusy: boolean) => void;
  onPayment: (paymentUrl: string) => void;
  onInitiated: () => void;
}

export function TopUpForm({ payableWith, onBusyChange, onPayment, onInitiated, ...props }: TopUpFormProps) {
  const { t } = useTranslation();
  const [creditCurrency, setCreditCurrency] = useState(props.creditCurrency);
  const terms = { ...props.terms, credited: creditCurrency };
  const [usd, setUsd] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { mutate, error, isPending, reset } = useTopUp();
  const quote = quoteTopUp(usd, terms);
  const problem = useQuoteProblem(quote, terms);

  function change(next: string) {
    setUsd(next);
    reset();
  }

  function submit() {
    setWasSubmitted(true);
    if (quote.state !== 'payable' || isPending) return;
    onBusyChange(true);
    const order = { usd: quote.usd, creditCurrency };
    mutate(order, {
      onSuccess: ({ paymentUrl }) => {
        if (paymentUrl !== null) return onPayment(paymentUrl);
        toast.success(t('topup.initiated'));
        onInitiated();
      },
      onSettled: () => onBusyChange(false),
    });
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
        label={t('topup.amount')}
        asset="USD"
        amount={usd}
        onAmountChange={change}
        isDisabled={isPending}
        error={wasSubmitted ? problem : undefined}
      />
      <QuickAmounts chosen={usd} onChoose={change} isDisabled={isPending} />
      <CreditChoice
        coin={terms.coin}
        chosen={creditCurrency}
        onChoose={(next) => {
          setCreditCurrency(next);
          reset();
        }}
        isDisabled={isPending}
      />
      <Quote quote={quote} terms={terms} />
      <PayableCoins codes={payableWith} />
      {error && <Notice tone="failed">{failureText(error, t)}</Notice>}
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
        {t('topup.topUpNow')}
      </OnlineButton>
    </form>
  );
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('topup.answerLost');
  return joinedErrorMessage(error, t, { fallback: t('topup.topUpFailed') });
}

function useQuoteProblem(quote: TopUpQuote, { usdMin, usdMax }: TopUpTerms): string | undefined {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  switch (quote.state) {
    case 'payable':
      return undefined;
    case 'invalid':
      return t('topup.enterValidAmount');
    case 'tooSmall':
      return t('topup.tooSmall', { amount: moneyText(usdMin, 'USD', formatTag) });
    case 'tooLarge':
      return t('topup.tooLarge', { amount: moneyText(usdMax, 'USD', formatTag) });
    default:
      return quote satisfies never;
  }
}

interface QuickAmountsProps {
  chosen: string;
  onChoose: (usd: string) => void;
  isDisabled: boolean;
}

function QuickAmounts({ chosen, onChoose, isDisabled }: QuickAmountsProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const format = new Intl.NumberFormat(formatTag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });
  return (
    <div className={styles.quickAmounts} role="group" aria-label={t('topup.quickAmounts')}>
      {quickAmountsUsd.map((usd) => (
        <button
          key={usd}
          type="button"
          className={styles.quickAmount}
          aria-pressed={chosen === usd}
          disabled={isDisabled}
          onClick={() => onChoose(usd)}
        >
          {format.format(usd)}
        </button>
      ))}
    </div>
  );
}

function Quote({ quote, terms }: { quote: TopUpQuote; terms: TopUpTerms }) {
  const { t } = useTranslation();
  return (
    <div className={styles.quote}>
      <p className={styles.quoteLine}>
        <span>{t('topup.youGet')}</span>
        <output className={styles.credited}>
          <Money
            amount={quote.state === 'payable' ? quote.credited : '0'}
            asset={terms.credited}
            size="large"
          />
        </output>
      </p>
      {terms.credited === 'USD' ? (
        <p className={styles.rateNote}>{t('topup.dollarsStay')}</p>
      ) : (
        <>
          <p className={styles.quoteLine}>
            <span>{t('topup.rate')}</span>
            <bdi dir="ltr">
              <Money amount="1" asset={terms.coin} /> = <Money amount={terms.coinPriceUsd} asset="USD" />
            </bdi>
          </p>
          <p className={styles.rateNote}>{t('topup.rateFixed')}</p>
        </>
      )}
      <p className={styles.rateNote}>{t('pay.rateHolds')}</p>
    </div>
  );
}

function PayableCoins({ codes }: { codes: readonly AssetCode[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.coins}>
      <p className={styles.coinsLabel}>{t('topup.payWith')}</p>
      <ul className={styles.coinList}>
        {codes.map((code) => (
          <li key={code} className={styles.coin}>
            <CoinMark asset={code} size={20} />
            {code}
          </li>
        ))}
      </ul>
    </div>
  );
}
