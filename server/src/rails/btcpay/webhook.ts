import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { WebhookForgedError, type Webhook, type WebhookSubject } from '../rail.ts';

/** `sha256=` and the HMAC-SHA-256 of the raw body, in hexadecimal, with the webhook's secret as key. */
const btcpaySignatureHeader = 'btcpay-sig';

/** The events for a payment that came, went or became final. */
const eventTypes = [
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceExpiredPaidPartial',
  'InvoicePaidAfterExpiration',
  'InvoiceSettled',
  'InvoiceInvalid',
] as const;

const eventSchema = z.object({ type: z.enum(eventTypes), storeId: z.string(), invoiceId: z.string() });

export function signBtcpayWebhook(secret: string, rawBody: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}

/**
 * Undefined for events of other kinds or of another store. Redeliveries need no special care: each event only causes a look at
 * the invoice.
 * @throws WebhookForgedError
 */
export function readBtcpayWebhook(
  { webhookSecret, storeId }: { webhookSecret: string; storeId: string },
  { headers, rawBody }: Webhook,
): WebhookSubject | undefined {
  const shown = headers[btcpaySignatureHeader];
  const expected = Buffer.from(signBtcpayWebhook(webhookSecret, rawBody));
  const isRight =
    typeof shown === 'string' &&
    Buffer.byteLength(shown) === expected.length &&
    timingSafeEqual(Buffer.from(shown), expected);
  if (!isRight) throw new WebhookForgedError('the signature of a webhook is not that of BTCPay Server');
  const event = eventSchema.safeParse(readJson(rawBody));
  if (!event.success || event.data.storeId !== storeId) return undefined;
  return { kind: 'topup', externalId: event.data.invoiceId };
}

/** Undefined if it is no JSON: signed or not, it is no event. */
function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
