import type { PaymentRow } from './payment-queries.ts';
import type { TopUpRow } from './queries.ts';
import type { TopUpState } from './record.ts';

export interface Standing {
  readonly state: TopUpState;
  /** The final payments that count towards it. */
  readonly confirmed: readonly PaymentRow[];
}

type CountedPayment = Pick<PaymentRow, 'state' | 'problem' | 'usd_amount'>;

/**
 * A payment counts when it came in time and in a right coin. The top-up closes once the confirmed payments suffice, or once its
 * time is over and no payment is awaited: completed with what came, expired when nothing came. A payment seen in time is awaited,
 * however long its chain takes.
 */
export function standingOf(
  topUp: Pick<TopUpRow, 'usd_amount' | 'is_past_due'>,
  payments: readonly PaymentRow[],
): Standing {
  const confirmed = payments.filter((payment) => counts(payment) && payment.state === 'confirmed');
  const confirmedUsd = sumUsd(confirmed);
  const seenUsd = sumUsd(payments.filter(counts));
  const isWaiting = payments.some((payment) => counts(payment) && payment.state === 'seen');
  return { state: stateOf(), confirmed };

  function stateOf(): TopUpState {
    if (confirmedUsd >= topUp.usd_amount) return 'completed';
    if (isWaiting && (topUp.is_past_due || seenUsd >= topUp.usd_amount)) return 'payment_seen';
    if (topUp.is_past_due) return confirmedUsd > 0n ? 'completed' : 'expired';
    return isWaiting || confirmedUsd > 0n ? 'underpaid' : 'awaiting_payment';
  }
}

/** US dollars still to be paid, in their smallest unit; seen payments count as paid. */
export function missingUsdOf(
  topUp: Pick<TopUpRow, 'usd_amount' | 'state'>,
  payments: readonly CountedPayment[],
): bigint {
  if (topUp.state === 'completed') return 0n;
  const missing = topUp.usd_amount - sumUsd(payments.filter(counts));
  return missing > 0n ? missing : 0n;
}

function counts({ state, problem }: CountedPayment): boolean {
  return problem === null && state !== 'failed';
}

function sumUsd(payments: readonly CountedPayment[]): bigint {
  return payments.reduce((sum, payment) => sum + payment.usd_amount, 0n);
}
