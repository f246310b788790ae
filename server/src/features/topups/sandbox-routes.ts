import { getSandboxPayment, paySandboxPayment, type SandboxPayment } from '@mercury/contract/api/sandbox.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { assetTraits, isAssetCode, topUpCoinCodes } from '@mercury/contract/money/asset.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import { pretendOffer } from '../../rails/sandbox-prices.ts';
import type { Services } from '../../services.ts';
import { showTransaction } from '../transactions/show-transaction.ts';
import { findTopUpByToken, type TopUpRow } from './queries.ts';
import { seePayment } from './see-payment.ts';

/** What the sandbox's payment page calls. Whoever has the link may pay, signed in or not. */
export function bindSandboxRoutes(bind: Bind, services: Services): void {
  bind(getSandboxPayment, { rateLimit: 'payment' }, async ({ params }) => {
    const topUp = await findTopUpByToken(services.db.pool, params.token);
    if (topUp === undefined) throw new DomainError('NotFound');
    return { success: true, payment: await presentPayment(services, topUp) };
  });

  bind(paySandboxPayment, { rateLimit: 'payment' }, async ({ params, body }) => {
    const topUp = await seePayment(services, { token: params.token, coin: body.currency });
    return { success: true, payment: await presentPayment(services, topUp) };
  });
}

async function presentPayment(services: Services, topUp: TopUpRow): Promise<SandboxPayment> {
  if (!isAssetCode(topUp.credit_asset)) throw new Error(`top-up ${topUp.id} credits an unknown asset`);
  const transaction = await showTransaction(services, { userId: topUp.user_id, id: topUp.transaction_id });
  if (transaction === undefined) throw new Error(`top-up ${topUp.id} has no row of history`);
  const usd = amountOf('USD', topUp.usd_amount);
  // The job that closes it may be a moment late; who looks must not be told that they can still pay.
  const isOverdue = transaction.state === 'awaiting_payment' && topUp.is_past_due;
  return {
    state: isOverdue ? 'expired' : transaction.state,
    amountUsd: formatAmount(usd),
    creditAmount: transaction.amount,
    creditCurrency: topUp.credit_asset,
    createdAt: topUp.created_at.toISOString(),
    expiresAt: topUp.expires_at.toISOString(),
    paidWith: topUpCoinCodes.find((coin) => coin === topUp.paid_with) ?? null,
    offers: topUpCoinCodes.map((currency) => ({
      currency,
      network: assetTraits[currency].network ?? '',
      amount: formatAmount(pretendOffer(currency, usd)),
    })),
    timeline: transaction.timeline,
  };
}
