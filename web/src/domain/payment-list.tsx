import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Money } from '../ui/money.tsx';
import { DateText } from '../ui/time-text.tsx';
import { CoinMark } from './coin-mark.tsx';
import styles from './payment-list.module.css';

interface SeenPayment {
  currency: AssetCode;
  amount: string;
  usdValue: string;
  state: 'seen' | 'confirmed' | 'failed';
  /** Why it does not count towards its top-up. Such a payment waits for a claim. */
  problem: 'late' | 'wrong_coin' | 'extra' | 'excess' | null;
  /** Its worth is known, so the person can claim it. */
  isPriced: boolean;
  isCredited: boolean;
  seenAt: string;
}

const tones = {
  seen: 'pending',
  confirmed: 'completed',
  failed: 'failed',
} as const satisfies Record<SeenPayment['state'], BadgeTone>;

/** A top-up's payments on the chain: worth, progress, and the reason if one does not count. */
export function PaymentList({
  payments,
  claimPath,
}: {
  payments: readonly SeenPayment[];
  /** Where to claim it, if not here. */
  claimPath?: string;
}) {
  const { t } = useTranslation();
  if (payments.length === 0) return null;
  return (
    <section className={styles.payments}>
      <h3 className={styles.title}>{t('pay.payments.title')}</h3>
      <ul className={styles.list}>
        {payments.map((payment) => (
          <Payment
            key={`${payment.seenAt} ${payment.amount} ${payment.currency} ${payment.problem}`}
            payment={payment}
            claimPath={claimPath}
          />
        ))}
      </ul>
    </section>
  );
}

interface PaymentProps {
  payment: SeenPayment;
  claimPath: string | undefined;
}

function Payment({ payment, claimPath }: PaymentProps) {
  const { t } = useTranslation();
  const { amount, currency, usdValue, state, seenAt } = payment;
  return (
    <li className={styles.payment} data-testid="payment">
      <CoinMark asset={currency} size={28} />
      <span className={styles.what}>
        <Money amount={amount} asset={currency} />
        <span className={styles.quiet}>
          <bdi dir="ltr">
            ≈ <Money amount={usdValue} asset="USD" />
          </bdi>
        </span>
        <span className={styles.quiet}>
          <DateText at={seenAt} />
        </span>
      </span>
      <Badge tone={tones[state]}>{t(`pay.payments.state.${state}`)}</Badge>
      <Problem payment={payment} claimPath={claimPath} />
    </li>
  );
}

function Problem({ payment, claimPath }: PaymentProps) {
  const { t } = useTranslation();
  const { usdValue, problem, state, isPriced, isCredited } = payment;
  const canClaim = state === 'confirmed' && isPriced && !isCredited;
  const outlook = isPriced ? t('pay.payments.waitsForClaim') : t('pay.payments.waitsForPrice');
  const isWorthNothing = !/[1-9]/.test(usdValue);
  // Nobody can claim a worthless payment, whatever its other problem is.
  if (isWorthNothing) return <span className={styles.problem}>{t('pay.payments.tooSmall')}</span>;
  if (problem === null) return null;
  return (
    <span className={styles.problem}>
      {t(`pay.payments.problem.${problem}`)}{' '}
      {state === 'confirmed' && (isCredited ? t('pay.payments.claimed') : outlook)}{' '}
      {canClaim && claimPath && <Link to={claimPath}>{t('transaction.claim.button')}</Link>}
    </span>
  );
}
