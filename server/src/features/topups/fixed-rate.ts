import { limits } from '@mercury/contract/limits.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { PaymentRow } from './payment-queries.ts';

type ConfirmedPayment = Pick<PaymentRow, 'id' | 'amount' | 'usd_amount'>;

/** What the rate that a top-up was opened at holds for. */
export interface FixedPart {
  /** US cents that are credited at that rate. */
  readonly usd: bigint;
  /** How much of each payment that is, in its coin's smallest unit and in cents, in the order of the payments. */
  readonly covered: readonly { readonly id: string; readonly amount: bigint; readonly usd: bigint }[];
}

/**
 * Parts what counts towards a top-up, oldest first. All of it where it comes to what was asked for or a little more, as wallets
 * round and add their fees; of more, what was asked for: the rest would be an option on the market that costs nothing.
 */
export function fixedPartOf(askedUsd: bigint, payments: readonly ConfirmedPayment[]): FixedPart {
  const paidUsd = payments.reduce((sum, payment) => sum + payment.usd_amount, 0n);
  let leftUsd = paidUsd <= mostOf(askedUsd) ? paidUsd : askedUsd;
  const usd = leftUsd;
  const covered = payments.map((payment) => {
    const coveredUsd = payment.usd_amount < leftUsd ? payment.usd_amount : leftUsd;
    leftUsd -= coveredUsd;
    return { id: payment.id, amount: shareOf(payment, coveredUsd), usd: coveredUsd };
  });
  return { usd, covered };
}

/** Up: what is beyond is then never more than was paid. */
function shareOf({ amount, usd_amount }: ConfirmedPayment, coveredUsd: bigint): bigint {
  return coveredUsd === usd_amount ? amount : divide(amount * coveredUsd, usd_amount, 'up');
}

function mostOf(askedUsd: bigint): bigint {
  const tolerated = askedUsd + (askedUsd * BigInt(limits.topUpToleranceBps)) / 10_000n;
  const most = boundOf(limits.topUpUsdMax);
  return tolerated < most ? tolerated : most;
}

/** A limit in US dollars, in cents. */
export function boundOf(text: string): bigint {
  const bound = parseAmount('USD', text);
  if (bound === undefined) throw new Error(`${text} is no amount in US dollars`);
  return bound.minorUnits;
}
