import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { claimTopUp, topUp } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { nothingBehind, presentTransaction } from '../transactions/present.ts';
import { claimPayment } from './claim-payment.ts';
import { openTopUp } from './open-top-up.ts';
import type { TopUpRow } from './queries.ts';

export function bindTopUpRoutes(bind: Bind, services: Services): void {
  if (!services.rail.canTopUp) return;
  bind(topUp, { rateLimit: 'topUp' }, async ({ session, body, idempotencyKey, context }) => {
    const opened = await openTopUp(services, {
      userId: session.userId,
      amountUsd: body.amount,
      creditAsset: body.creditCurrency,
      locale: context.locale,
      idempotencyKey,
    });
    return presentOpenedTopUp(opened);
  });

  bind(claimTopUp, { rateLimit: 'claim' }, ({ session, body, idempotencyKey }) =>
    claimPayment(services, {
      userId: session.userId,
      transactionId: body.transactionId,
      idempotencyKey,
    }),
  );
}

/** The top-up as it was when opened, even when a repeat asks after it was paid. */
function presentOpenedTopUp(row: TopUpRow): ReplyOf<typeof topUp> {
  return {
    success: true,
    transactionId: row.transaction_id,
    status: 'PENDING',
    amount: formatAmount(amountOf('USD', row.usd_amount)),
    currency: 'USD',
    paymentUrl: row.payment_url ?? '',
    expiresAt: row.expires_at.toISOString(),
    instructions: translate(row.locale, 'topUps.instructions'),
    transaction: presentTransaction({
      id: row.transaction_id,
      user_id: row.user_id,
      type: 'TOPUP',
      asset: row.credit_asset,
      amount: row.credit_amount,
      fee: 0n,
      direction: 'in',
      status: 'PENDING',
      state: 'awaiting_payment',
      counterparty: null,
      note: null,
      timeline: [{ state: 'awaiting_payment', at: row.created_at.toISOString() }],
      created_at: row.created_at,
      completed_at: null,
      usd_value: row.usd_amount,
      ...nothingBehind,
      payment_url: row.payment_url,
      waits_until: row.expires_at,
    }),
  };
}
