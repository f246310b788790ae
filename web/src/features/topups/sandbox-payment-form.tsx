import type { SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { PaymentList } from '../../domain/payment-list.tsx';
import { assetName } from '../../i18n/coin-name.ts';
import { formatCountdown } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { claimablePath } from '../../paths.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { MistakeForm } from './mistake-form.tsx';
import styles from './payment-page.module.css';
import { usePay } from './payment-queries.ts';

/** The amount to pay or still missing, the time left, and the choice of coin. */
export function SandboxPaymentForm({ token, payment }: { token: string; payment: SandboxPayment }) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = usePay(token);
  const [chosen, setChosen] = useState<AssetCode | undefined>(
    payment.paidWith ?? payment.offers[0]?.currency,
  );
  const isUnderpaid = payment.state === 'underpaid';
  return (
    <div className={styles.body}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== undefined && !isPending) mutate({ currency: chosen });
        }}
      >
        {isUnderpaid && <UnderpaidNotice payment={payment} />}
        <div className={styles.due}>
          <div>
            <h2 className={styles.quiet}>{isUnderpaid ? t('pay.stillToPay') : t('pay.toPay')}</h2>
            <Money amount={payment.missingUsd} asset="USD" size="display" />
          </div>
          <TimeLeft expiresAt={payment.expiresAt} />
        </div>
        <p className={styles.credited}>
          <span>{t('pay.credited')}</span>
          <Money amount={payment.creditAmount} asset={payment.creditCurrency} />
        </p>
        <p className={styles.rateNote}>{t('pay.rateHolds')}</p>
        <PaymentList payments={payment.payments} claimPath={claimablePath} />
        <CoinChoice offers={payment.offers} chosen={chosen} onChoose={setChosen} isDisabled={isPending} />
        {error && <Notice tone="failed">{errorMessage(error, t, { fallback: t('pay.failedToPay') })}</Notice>}
        <div className={styles.action}>
          <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
            {isUnderpaid ? t('pay.payRest') : t('pay.payNow')}
          </OnlineButton>
        </div>
      </form>
      <MistakeForm token={token} payment={payment} chosen={chosen} />
    </div>
  );
}

function UnderpaidNotice({ payment }: { payment: SandboxPayment }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  return (
    <Notice tone="warning">
      {t('pay.underpaidText', { missing: moneyText(payment.missingUsd, 'USD', formatTag) })}
    </Notice>
  );
}

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const secondsLeft = useSecondsLeft(Date.parse(expiresAt));
  return (
    <div className={styles.timeLeft} role="timer">
      <Clock size={16} aria-hidden="true" />
      <span className="visually-hidden">{t('pay.timeLeft')}</span>
      <bdi dir="ltr" title={t('pay.timeLeft')}>
        {formatCountdown(secondsLeft, formatTag)}
      </bdi>
    </div>
  );
}

interface CoinChoiceProps {
  offers: SandboxPayment['offers'];
  chosen: AssetCode | undefined;
  onChoose: (coin: AssetCode) => void;
  isDisabled: boolean;
}

/** Native radio buttons: arrow keys move between the coins. */
function CoinChoice({ offers, chosen, onChoose, isDisabled }: CoinChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.choice} disabled={isDisabled}>
      <legend className={styles.legend}>{t('pay.chooseCoin')}</legend>
      <div className={styles.offers}>
        {offers.map(({ currency, network, amount }) => (
          <label key={currency} className={styles.offer}>
            <input
              type="radio"
              name="coin"
              className={styles.input}
              checked={chosen === currency}
              onChange={() => onChoose(currency)}
            />
            <CoinMark asset={currency} size={32} />
            <span className={styles.coin}>
              <span className={styles.name}>{assetName(t, currency)}</span>
              <span className={styles.amount}>
                <Money amount={amount} asset={currency} />
              </span>
              <span className={styles.network}>
                {t('pay.network', { network: `\u2068${network}\u2069` })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
