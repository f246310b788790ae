import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import type { Config } from '../../api/config-query.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './deposits.module.css';
import { type PaymentDraft, type PaymentTerms, draftPayment } from './draft.ts';
import { useOpenPayment } from './use-open-payment.ts';

interface DepositByPageProps {
  config: Config;
  onBusyChange: (isBusy: boolean) => void;
  onPayment: (paymentUrl: string) => void;
  onDone: () => void;
}

function termsOf({ coin, coinPriceUsd, limits }: Config): PaymentTerms {
  return { coin, coinPriceUsd, usdMin: limits.topUpUsdMin, usdMax: limits.topUpUsdMax };
}

function failureText(error: Error, t: TFunction): string {
  if (error instanceof ApiError && error.status === null) return t('deposit.pageAnswerLost');
  return joinedErrorMessage(error, t, { fallback: t('deposit.processingTransaction') });
}

/** The second way: an amount of US dollars, paid in whatever coin on a page of the rail. */
export function DepositByPage({ config, onBusyChange, onPayment, onDone }: DepositByPageProps) {
  const { t } = useTranslation();
  const [usd, setUsd] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { mutate, error, isPending, reset } = useOpenPayment();
  const terms = termsOf(config);
  const draft = draftPayment(usd, terms);
  const problem = useDraftProblem(draft, terms);

  function submit() {
    setWasSubmitted(true);
    if (draft.state !== 'payable' || isPending) return;
    onBusyChange(true);
    mutate(draft.amountUsd, {
      onSuccess: ({ paymentUrl }) => {
        if (paymentUrl !== null) return onPayment(paymentUrl);
        toast.success(t('deposit.paymentOpened'));
        onDone();
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
      <p className={styles.text}>{t('deposit.pageText')}</p>
      <AmountField
        label={t('deposit.amountUsd')}
        asset="USD"
        amount={usd}
        onAmountChange={(next) => {
          setUsd(next);
          reset();
        }}
        isDisabled={isPending}
        error={wasSubmitted ? problem : undefined}
      />
      <p className={styles.quote}>
        <span>{t('deposit.youGet')}</span>
        <output>
          <Money amount={draft.state === 'payable' ? draft.credited : '0'} asset={terms.coin} />
        </output>
      </p>
      {error && <Notice tone="failed">{failureText(error, t)}</Notice>}
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
        {t('deposit.continue')}
      </OnlineButton>
      <span className="visually-hidden" role="status">
        {isPending ? t('deposit.processing') : ''}
      </span>
    </form>
  );
}

function useDraftProblem({ state }: PaymentDraft, { usdMin, usdMax }: PaymentTerms): string | undefined {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  switch (state) {
    case 'payable':
      return undefined;
    case 'enterValidAmount':
      return t('deposit.enterValidAmount');
    case 'tooSmall':
      return t('deposit.tooSmall', { amount: moneyText(usdMin, 'USD', formatTag) });
    case 'tooLarge':
      return t('deposit.tooLarge', { amount: moneyText(usdMax, 'USD', formatTag) });
    default:
      return state satisfies never;
  }
}
