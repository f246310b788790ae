import * as z from 'zod/mini';
import type { BtcpaySettings } from '../../rail-settings.ts';
import { RailRefusedError, RailUnavailableError } from '../rail.ts';

/** Greenfield API v1 (docs.btcpayserver.org/API/Greenfield/v1), as far as top-ups need it. */

/** A caller waits; the server is the operator's own and mostly close. */
const answerMsMax = 8_000;
/** One, plus those opened while replies were lost. */
const invoicesMax = 20;

const decimal = z.string().check(z.regex(/^[0-9]+(\.[0-9]+)?$/));

const invoiceSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  currency: z.literal('USD'),
  checkoutLink: z.url(),
  metadata: z.nullish(z.object({ orderId: z.nullish(z.string()) })),
});
export type Invoice = z.output<typeof invoiceSchema>;

const paymentSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** Seconds since 1970. */
  receivedDate: z.number(),
  value: decimal,
  /** What the operator charged for the network. */
  fee: z.nullish(decimal),
  status: z.enum(['Invalid', 'Processing', 'Settled']),
});

const paymentMethodSchema = z.object({
  paymentMethodId: z.string(),
  currency: z.string(),
  /** Of one unit, in the invoice's currency. */
  rate: z.nullish(decimal),
  payments: z.array(paymentSchema),
});
export type PaymentMethod = z.output<typeof paymentMethodSchema>;

export interface InvoiceRequest {
  readonly orderId: string;
  /** US dollars. */
  readonly amount: string;
  readonly expirationMinutes: number;
  /** How long after the expiry the server still looks for payments. */
  readonly monitoringMinutes: number;
  readonly redirectUrl: string;
}

/** Every call throws RailUnavailableError if the answer is not as documented; RailRefusedError if other calls may still work. */
export interface BtcpayClient {
  createInvoice(request: InvoiceRequest): Promise<Invoice>;
  findInvoice(invoiceId: string): Promise<Invoice>;
  findInvoicesOf(orderId: string): Promise<readonly Invoice[]>;
  findPaymentMethods(invoiceId: string): Promise<readonly PaymentMethod[]>;
}

export function createBtcpayClient(settings: BtcpaySettings): BtcpayClient {
  const invoices = `/api/v1/stores/${settings.storeId}/invoices`;
  return {
    createInvoice: ({ orderId, amount, expirationMinutes, monitoringMinutes, redirectUrl }) =>
      ask(settings, invoices, invoiceSchema, {
        amount,
        currency: 'USD',
        metadata: { orderId },
        checkout: {
          expirationMinutes,
          monitoringMinutes,
          // The product itself decides what is enough, to the cent.
          paymentTolerance: 0,
          redirectURL: redirectUrl,
          redirectAutomatically: true,
        },
      }),
    findInvoice: (invoiceId) => ask(settings, `${invoices}/${encodeURIComponent(invoiceId)}`, invoiceSchema),
    findInvoicesOf: (orderId) =>
      ask(
        settings,
        `${invoices}?orderId=${encodeURIComponent(orderId)}&take=${invoicesMax}`,
        z.array(invoiceSchema),
      ),
    findPaymentMethods: (invoiceId) =>
      ask(
        settings,
        // Includes payments that no longer count, since only they show that a payment has failed.
        `${invoices}/${encodeURIComponent(invoiceId)}/payment-methods?onlyAccountedPayments=false`,
        z.array(paymentMethodSchema),
      ),
  };
}

/** A GET, or a POST if there is a body. */
async function ask<Schema extends z.ZodMiniType>(
  settings: BtcpaySettings,
  path: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const { status, answer } = await send(settings, path, body);
  if (meansAll(status)) throw new RailUnavailableError(`BTCPay Server answered ${status} at ${path}`);
  const parsed = schema.safeParse(answer);
  if (!parsed.success) {
    throw new RailRefusedError(`BTCPay Server answered ${status} at ${path}, which can't be used`, {
      cause: parsed.error,
    });
  }
  return parsed.data;
}

/** The server refuses the key, there are too many calls, or it is unwell: every other call would fail too. */
function meansAll(status: number): boolean {
  return status >= 500 || [401, 403, 408, 429].includes(status);
}

/** The answer is undefined unless the status is a success. */
async function send(
  { url, apiKey }: BtcpaySettings,
  path: string,
  body: object | undefined,
): Promise<{ status: number; answer: unknown }> {
  const address = new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url);
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `token ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Never send the key to another host that the server redirects to.
      redirect: 'error',
      signal: AbortSignal.timeout(answerMsMax),
    });
    if (response.ok) return { status: response.status, answer: await response.json() };
    await response.body?.cancel();
    return { status: response.status, answer: undefined };
  } catch (cause) {
    throw new RailUnavailableError('BTCPay Server gave no answer that can be used', { cause });
  }
}
