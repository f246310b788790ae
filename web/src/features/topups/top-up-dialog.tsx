import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import { topUp } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { type Config, configQuery } from '../../domain/config-query.ts';
import { useDraft } from '../../domain/drafts.ts';
import { PaymentForm, PaymentModal, type PaymentSteps } from '../../domain/payment-form.tsx';
import { type PaymentQuote, type PaymentTerms, paymentTermsOf } from '../../domain/payment-quote.ts';
import { paymentUrlOf } from '../../domain/payment-url.ts';
import { askForMoney } from '../../domain/wallets-query.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Money } from '../../ui/money.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import styles from './top-up-dialog.module.css';

interface TopUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The initial choice: the product's own coin by default. */
  creditCurrency?: TopUpOrder['creditCurrency'] | undefined;
}

export function TopUpDialog({ isOpen, onClose, creditCurrency = coinCode }: TopUpDialogProps) {
  const { t } = useTranslation();
  return (
    <PaymentModal
      isOpen={isOpen}
      onClose={onClose}
      title={t('topup.title')}
      description={t('topup.description', { coin: coinCode })}
      cannotClose={t('topup.cannotClose')}
      redirecting={t('topup.redirecting')}
      redirectingText={t('topup.redirectingText')}
    >
      {(steps) => <TopUpBody {...steps} creditCurrency={creditCurrency} onInitiated={onClose} />}
    </PaymentModal>
  );
}

interface TopUpBodyProps extends PaymentSteps {
  creditCurrency: TopUpOrder['creditCurrency'];
  onInitiated: () => void;
}

/** Fetches the rate inside the dialog, so that the dialog opens at once. */
function TopUpBody(props: TopUpBodyProps) {
  const { t } = useTranslation();
  const query = useQuery(configQuery);
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={t('topup.loading')} heights={['4.25rem', '6rem', '3.25rem']} />}
      failedTitle={t('topup.failedToLoadRate')}
      errorMessage={errorMessage}
    >
      {(config) => <TopUpForm {...props} config={config} />}
    </QueryState>
  );
}

const quickAmountsUsd = ['25', '50', '100', '250'] as const;

function TopUpForm({
  config,
  onBusyChange,
  onPayment,
  onInitiated,
  ...props
}: TopUpBodyProps & { config: Config }) {
  const { t } = useTranslation();
  const draft = useDraft('credit', { creditCurrency: props.creditCurrency });
  const [creditCurrency, setCreditCurrency] = useState(draft.values.creditCurrency);
  const { mutate, ...command } = useTopUp();
  const terms = paymentTermsOf(config, creditCurrency);
  const payableWith = config.assets.filter(({ canTopUpWith }) => canTopUpWith).map(({ code }) => code);
  return (
    <PaymentForm
      terms={terms}
      texts={{
        amount: t('topup.amount'),
        enterValidAmount: t('topup.enterValidAmount'),
        tooSmall: (amount) => t('topup.tooSmall', { amount }),
        tooLarge: (amount) => t('topup.tooLarge', { amount }),
        submit: t('topup.topUpNow'),
        opened: t('topup.initiated'),
        failed: t('topup.topUpFailed'),
        answerLost: t('topup.answerLost'),
      }}
      command={{ ...command, mutate: (usd, told) => mutate({ usd, creditCurrency }, told) }}
      onBusyChange={onBusyChange}
      onPayment={onPayment}
      onDone={onInitiated}
    >
      {({ usd, quote, onChange, isDisabled }) => (
        <>
          <QuickAmounts chosen={usd} onChoose={onChange} isDisabled={isDisabled} />
          <CreditChoice
            coin={terms.coin}
            chosen={creditCurrency}
            onChoose={(next) => {
              setCreditCurrency(next);
              draft.save({ creditCurrency: next });
              command.reset();
            }}
            isDisabled={isDisabled}
          />
          <Quote quote={quote} terms={terms} />
          <PayableCoins codes={payableWith} />
        </>
      )}
    </PaymentForm>
  );
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

function Quote({ quote, terms }: { quote: PaymentQuote; terms: PaymentTerms }) {
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

interface CreditChoiceProps {
  coin: AssetCode;
  chosen: TopUpOrder['creditCurrency'];
  onChoose: (currency: TopUpOrder['creditCurrency']) => void;
  isDisabled: boolean;
}

/** The credited currency. Native radio buttons: arrow keys move between the two. */
function CreditChoice({ coin, chosen, onChoose, isDisabled }: CreditChoiceProps) {
  const { t } = useTranslation();
  const choices = [
    { currency: coinCode, label: coin },
    { currency: 'USD', label: t('topup.creditDollars') },
  ] as const;
  return (
    <fieldset className={styles.credit} disabled={isDisabled}>
      <legend className={styles.creditLegend}>{t('topup.creditAs')}</legend>
      <div className={styles.creditChoices}>
        {choices.map(({ currency, label }) => (
          <label key={currency} className={styles.creditOption}>
            <input
              type="radio"
              name="credit"
              className={styles.creditInput}
              checked={chosen === currency}
              onChange={() => onChoose(currency)}
            />
            <CoinMark asset={currency} size={20} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

// Outlives the dialog: the same try after a lost answer, from a reopened dialog, still opens one top-up.
const intentKeys = createIntentKeys('topUp');

interface TopUpOrder {
  usd: string;
  creditCurrency: NonNullable<BodyOf<typeof topUp>['creditCurrency']>;
}

async function openTopUp({ usd, creditCurrency }: TopUpOrder, queryClient: QueryClient) {
  const { rail } = await queryClient.ensureQueryData(configQuery);
  const body = { amount: usd, currency: 'USD', paymentMethod: 'CRYPTO', creditCurrency } as const;
  const reply = await call(topUp, { body, idempotencyKey: intentKeys.keyFor(body) });
  intentKeys.settle(body);
  return { paymentUrl: paymentUrlOf(reply.paymentUrl, rail) };
}

function useTopUp() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (order: TopUpOrder) => openTopUp(order, queryClient),
    onSettled: () => void askForMoney(queryClient),
  });
}
