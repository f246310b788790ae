import { limits } from '@mercury/contract/limits.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { PaymentRow } from './payment-queries.ts';

type ConfirmedPayment = Pick<PaymentRow, 'id' | 'amount' | 'usd_amount'>;

/** The part of the payments that the rate of the top-up covers. */
export interface FixedPart {
  /** Credited at that rate, in millionths of a US dollar. */
  readonly usd: bigint;
  /** The covered part of each payment, in its coin's smallest unit and in US dollars, in the order of the payments. */
  readonly covered: readonly { readonly id: string; readonly amount: bigint; readonly usd: bigint }[];
}

/**
 * Splits the counted payments, oldest first. The rate covers all of them up to a tolerance above the amount asked for. Above that
 * it covers only the amount asked for: more would be a free option on the market.
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

/** Rounds up, so that the rest is never more than was paid. */
function shareOf({ amount, usd_amount }: ConfirmedPayment, coveredUsd: bigint): bigint {
  return coveredUsd === usd_amount ? amount : divide(amount * coveredUsd, usd_amount, 'up');
}

function mostOf(askedUsd: bigint): bigint {
  const tolerated = askedUsd + (askedUsd * BigInt(limits.topUpToleranceBps)) / 10_000n;
  const most = boundOf(limits.topUpUsdMax);
  return tolerated < most ? tolerated : most;
}

/** A limit in US dollars, in their smallest unit. */
export function boundOf(text: string): bigint {
  const bound = parseAmount('USD', text);
  if (bound === undefined) throw new Error(`${text} is no amount in US dollars`);
  return bound.minorUnits;
}
