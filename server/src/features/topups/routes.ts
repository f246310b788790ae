import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { topUp } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Rail } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { presentTransaction } from '../transactions/present.ts';
import { openTopUp } from './open-top-up.ts';
import type { TopUpRow } from './queries.ts';

export function bindTopUpRoutes(bind: Bind, services: Services): void {
  if (!services.rail.canTopUp) return;
  bind(topUp, { rateLimit: 'topUp' }, async ({ session, body, idempotencyKey, context }) => {
    const opened = await openTopUp(services, {
      userId: session.userId,
      amountUsd: body.amount,
      locale: context.locale,
      idempotencyKey,
    });
    return presentOpenedTopUp(opened, services.rail);
  });
}

/** How the top-up stood when it was opened, also where a repeat asks after it was paid. */
function presentOpenedTopUp(row: TopUpRow, rail: Rail): ReplyOf<typeof topUp> {
  return {
    success: true,
    transactionId: row.transaction_id,
    status: 'PENDING',
    amount: formatAmount(amountOf('USD', row.usd_amount)),
    currency: 'USD',
    paymentUrl: rail.paymentUrl({ topUpId: row.id, paymentToken: row.payment_token }),
    expiresAt: row.expires_at.toISOString(),
    instructions: translate(row.locale, 'topUps.instructions'),
    transaction: presentTransaction(
      {
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
        topup_id: row.id,
        payment_token: row.payment_token,
      },
      rail,
    ),
  };
}
