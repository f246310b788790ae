import type { Amount } from '@mercury/contract/money/amount.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/queue.ts';
import { sandboxWebhookSecret } from '../../rails/create-rail.ts';
import { signSandboxWebhook } from '../../rails/sandbox/webhook.ts';
import {
  confirmPayment,
  findChainPayment,
  sendPayment,
  type ChainPayment,
  type PaymentTarget,
} from '../../rails/sandbox/chain.ts';
import type { Services } from '../../services.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';

/** A payment is final after so many rounds of blocks, half a second each: long enough to see it before it is final. */
const roundsToFinal = 3;
const roundMs = 500;

/**
 * Sends a payment on the pretend chain and queues its blocks. Returns the payment's id. After the commit the caller sends the
 * first webhook.
 */
export async function addPretendPayment(
  trx: Transaction,
  payment: { target: PaymentTarget; amount: Amount },
): Promise<string> {
  const paymentId = await sendPayment(trx.client, payment);
  await addJob(trx, 'advance-sandbox-payment', { paymentId }, { runAt: new Date(Date.now() + roundMs) });
  return paymentId;
}

/** The job: adds a round of blocks and sends the webhook, for the last time once the payment is dropped or deep enough. */
export async function advancePretendPayment(
  services: Services,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const payment = await findChainPayment(services.db.pool, paymentId);
  if (payment === undefined) return;
  await confirmPayment(services.db.pool, {
    paymentId,
    blockCount: Math.ceil(payment.confirmationsNeeded / roundsToFinal),
  });
  await tellOfPretendPayment(services, paymentId);
  const after = await findChainPayment(services.db.pool, paymentId);
  if (after === undefined || isSettled(after)) return;
  await inTransaction(services.db, (trx) =>
    addJob(trx, 'advance-sandbox-payment', { paymentId }, { runAt: new Date(Date.now() + roundMs) }),
  );
}

function isSettled({ hasFailed, confirmations, confirmationsNeeded }: ChainPayment): boolean {
  return hasFailed || confirmations >= confirmationsNeeded;
}

/** The chain's webhook, signed like a provider's. */
export async function tellOfPretendPayment(services: Services, paymentId: string): Promise<void> {
  const payment = await findChainPayment(services.db.pool, paymentId);
  if (payment === undefined) return;
  const subject =
    payment.topUpId === null
      ? ({ kind: 'deposit', externalId: payment.id } as const)
      : ({ kind: 'topup', externalId: payment.topUpId } as const);
  await receiveWebhook(services, signSandboxWebhook(sandboxWebhookSecret(services.secretBox), subject));
}
