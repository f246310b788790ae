import type { SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { TopUpCoinCode } from '@mercury/contract/money/asset.ts';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { claimablePath } from '../../paths.ts';
import { OnlineButton } from '../../ui/online-button.tsx';
import { Money } from '../../ui/money.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { PaymentList } from '../../ui/payment-list.tsx';
import { CoinChoice } from './coin-choice.tsx';
import { formatCountdown } from './countdown.ts';
import { MistakeForm } from './mistake-form.tsx';
import styles from './payment-page.module.css';
import { usePay } from './payment-queries.ts';

const tickMs = 1000;

/** What is to be paid, or is still missing; how long there is, and with which coin. */
export function PaymentForm({ token, payment }: { token: string; payment: SandboxPayment }) {
  const { t } = useTranslation();
  const { mutate, error, isPending } = usePay(token);
  const [chosen, setChosen] = useState<TopUpCoinCode | undefined>(
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
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.timeLeft} role="timer">
      <Clock size={16} aria-hidden="true" />
      <span className="visually-hidden">{t('pay.timeLeft')}</span>
      <bdi dir="ltr" title={t('pay.timeLeft')}>
        {formatCountdown(Date.parse(expiresAt) - nowMs, formatTag)}
      </bdi>
    </div>
  );
}
