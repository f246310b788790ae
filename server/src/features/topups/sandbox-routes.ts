import { getSandboxPayment, paySandboxPayment, type SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import type { TopUpPayment } from '@mercury/contract/api/transactions.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { isAssetCode, networkOf, topUpCodes } from '@mercury/contract/money/asset.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import { pretendOffer } from '../../rails/sandbox/pretend-prices.ts';
import type { Services } from '../../services.ts';
import { showTransaction } from '../transactions/show-transaction.ts';
import { paySandboxPayment as sendPayment } from './pay-sandbox-payment.ts';
import { findPaymentsOf, type PaymentRow } from './payment-queries.ts';
import { findTopUpByToken } from './queries.ts';
import { creditAssetOf } from './record.ts';
import { missingUsdOf } from './standing.ts';

/** Routes of the sandbox's payment page. Anyone with the link may pay, signed in or not. */
export function bindSandboxRoutes(bind: Bind, services: Services): void {
  bind(getSandboxPayment, { rateLimit: 'payment' }, async ({ params }) => ({
    success: true,
    payment: await showPayment(services, params.token),
  }));

  bind(paySandboxPayment, { rateLimit: 'payment' }, async ({ params, body }) => {
    await sendPayment(services, { token: params.token, input: body });
    return { success: true, payment: await showPayment(services, params.token) };
  });
}

async function showPayment(services: Services, token: string): Promise<SandboxPayment> {
  const topUp = await findTopUpByToken(services.db.pool, token);
  if (topUp === undefined) throw new DomainError('NotFound');
  const [payments, transaction] = await Promise.all([
    findPaymentsOf(services.db.kysely, topUp.id),
    showTransaction(services, { userId: topUp.user_id, id: topUp.transaction_id }),
  ]);
  if (transaction === undefined) throw new Error(`top-up ${topUp.id} has no row of history`);
  const missing = amountOf('USD', missingUsdOf(topUp, payments));
  // The job that closes it may run late; the page must not say that the payer can still pay in time.
  const isOverdue = transaction.state === 'awaiting_payment' && topUp.is_past_due;
  return {
    state: isOverdue ? 'expired' : transaction.state,
    amountUsd: formatAmount(amountOf('USD', topUp.usd_amount)),
    creditAmount: transaction.amount,
    creditCurrency: creditAssetOf(topUp),
    createdAt: topUp.created_at.toISOString(),
    expiresAt: topUp.expires_at.toISOString(),
    missingUsd: formatAmount(missing),
    payments: payments.map(presentPayment),
    paidWith: topUpCodes().find((coin) => coin === topUp.paid_with) ?? null,
    offers: topUpCodes().map((currency) => ({
      currency,
      network: networkOf(currency) ?? '',
      amount: formatAmount(pretendOffer(currency, missing)),
    })),
    timeline: transaction.timeline,
  };
}

function presentPayment(row: PaymentRow): TopUpPayment {
  if (!isAssetCode(row.asset)) throw new Error(`payment ${row.id} is in an unknown asset`);
  return {
    currency: row.asset,
    amount: formatAmount(amountOf(row.asset, row.amount)),
    usdValue: formatAmount(amountOf('USD', row.final_usd ?? row.usd_amount)),
    state: row.state,
    problem: row.problem,
    isPriced: row.final_usd !== null,
    isCredited: row.transfer_id !== null,
    seenAt: row.seen_at.toISOString(),
  };
}
