import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { amountOf, formatAmount, parseAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { amountForUsd, parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { signBtcpayWebhook } from '../rails/btcpay/webhook.ts';

/**
 * After BTCPay Server's Greenfield API v1: a store for bitcoin and litecoin, its invoices, payments and webhooks. The test makes
 * the events on the chains happen.
 */

const coins = { BTC: '64392.23', LTC: '70.15' } as const;
type Coin = keyof typeof coins;

interface StandInPayment {
  readonly id: string;
  readonly coin: Coin;
  readonly value: string;
  readonly fee: string;
  readonly receivedDate: number;
  status: 'Invalid' | 'Processing' | 'Settled';
}

export interface StandInInvoice {
  readonly id: string;
  readonly orderId: string | undefined;
  readonly amount: string;
  readonly expirationTime: number;
  readonly payments: StandInPayment[];
  isExpired: boolean;
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The fault of a call: a status, an answer that never comes, or one that is lost after the effect. */
export type Fault =
  | 400
  | 401
  | 403
  | 404
  | 408
  | 422
  | 429
  | 500
  | 502
  | 503
  | 'nonsense'
  | 'hang'
  | 'lose-answer';

export interface BtcpayStandIn {
  /** The operator's settings for it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly invoices: readonly StandInInvoice[];
  readonly faults: Fault[];
  /**
   * Until reset, for every call or every call that makes an invoice. The product's own watch could take a single fault from the
   * call that the test means.
   */
  outage: Fault | undefined;
  creationOutage: Fault | undefined;
  /** Pays an amount of a coin, or the due amount. `receivedDate` is in seconds since 1970; now by default. */
  pay(
    invoice: StandInInvoice,
    payment: { coin: Coin; value?: string; receivedDate?: number; fee?: string },
  ): StandInPayment;
  settle(invoice: StandInInvoice, payment: StandInPayment): Delivery;
  drop(invoice: StandInInvoice, payment: StandInPayment): Delivery;
  expire(invoice: StandInInvoice): Delivery;
  delivery(invoice: { id: string }, type: string, changes?: object): Delivery;
  close(): Promise<void>;
}

const storeId = 'StandInStore';
const apiKey = 'stand-in-api-key';
const webhookSecret = 'stand-in-webhook-secret';
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export async function startBtcpayStandIn(): Promise<BtcpayStandIn> {
  const invoices: StandInInvoice[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const ofCreation = request.method === 'POST' ? standIn.creationOutage : undefined;
    const fault = standIn.outage ?? ofCreation ?? faults.shift();
    if (fault === 'hang') return;
    if (fault === 'nonsense') return send(response, 200, { hello: 'world' });
    if (typeof fault === 'number')
      return send(response, fault, { code: 'stand-in', message: 'as asked for' });
    const [status, reply] = route(request, body);
    if (fault === 'lose-answer') {
      response.destroy();
      return;
    }
    send(response, status, reply);
  }

  function route(request: IncomingMessage, body: string): readonly [number, unknown] {
    const url = new URL(request.url ?? '/', origin);
    if (request.headers.authorization !== `token ${apiKey}`) {
      return [401, { code: 'unauthenticated', message: 'Authentication is required' }];
    }
    const [, store, invoiceId, part] =
      /^\/api\/v1\/stores\/([^/]+)\/invoices(?:\/([^/]+))?(?:\/(payment-methods))?$/.exec(url.pathname) ?? [];
    if (store !== storeId) return [403, { code: 'missing-permission', message: 'Insufficient permission' }];
    if (invoiceId === undefined) {
      return request.method === 'POST' ? create(body) : [200, list(url.searchParams)];
    }
    const invoice = invoices.find(({ id }) => id === invoiceId);
    if (invoice === undefined)
      return [404, { code: 'invoice-not-found', message: 'The invoice was not found' }];
    if (part === undefined) return [200, present(invoice)];
    const isAccountedOnly = url.searchParams.get('onlyAccountedPayments') !== 'false';
    return [200, (['BTC', 'LTC'] as const).map((coin) => presentMethod(invoice, coin, isAccountedOnly))];
  }

  function create(body: string): readonly [number, unknown] {
    const { amount, currency, metadata, checkout } = JSON.parse(body);
    if (parseAmountOutside('USD', amount) === undefined || currency !== 'USD') {
      return [422, [{ path: 'amount', message: 'Not an amount in a known currency' }]];
    }
    const invoice: StandInInvoice = {
      id: uuidv7().replaceAll('-', '').slice(-22),
      orderId: metadata?.orderId,
      amount,
      expirationTime: nowSeconds() + Number(checkout?.expirationMinutes ?? 15) * 60,
      payments: [],
      isExpired: false,
    };
    invoices.push(invoice);
    return [200, present(invoice)];
  }

  function list(query: URLSearchParams): unknown[] {
    const orderIds = query.getAll('orderId');
    return invoices
      .filter(({ orderId }) => orderIds.length === 0 || orderIds.includes(orderId ?? ''))
      .toReversed()
      .slice(0, Number(query.get('take') ?? 50))
      .map(present);
  }

  function present(invoice: StandInInvoice) {
    return {
      id: invoice.id,
      storeId,
      amount: invoice.amount,
      paidAmount: formatAmount(amountOf('USD', paidUsd(invoice))),
      currency: 'USD',
      type: 'Standard',
      checkoutLink: `${origin}/i/${invoice.id}`,
      createdTime: nowSeconds(),
      expirationTime: invoice.expirationTime,
      monitoringExpiration: invoice.expirationTime + 24 * 60 * 60,
      ...statusOf(invoice),
      metadata: { orderId: invoice.orderId },
      archived: false,
    };
  }

  function delivery(invoice: { id: string }, type: string, changes: object = {}): Delivery {
    const id = uuidv7();
    const body = JSON.stringify({
      deliveryId: id,
      webhookId: 'StandInWebhook',
      originalDeliveryId: id,
      isRedelivery: false,
      type,
      timestamp: nowSeconds(),
      storeId,
      invoiceId: invoice.id,
      ...changes,
    });
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'btcpay-sig': signBtcpayWebhook(webhookSecret, Buffer.from(body)),
      },
      body,
    };
  }

  const standIn: BtcpayStandIn = {
    environment: {
      RAIL: 'btcpay',
      BTCPAY_URL: origin,
      BTCPAY_API_KEY: apiKey,
      BTCPAY_STORE_ID: storeId,
      BTCPAY_WEBHOOK_SECRET: webhookSecret,
    },
    invoices,
    faults,
    outage: undefined,
    creationOutage: undefined,
    pay(invoice, { coin, value = dueIn(invoice, coin), receivedDate = nowSeconds(), fee = '0.0' }) {
      const id = `${uuidv7().replaceAll('-', '')}-0`;
      const payment: StandInPayment = { id, coin, value, fee, receivedDate, status: 'Processing' };
      invoice.payments.push(payment);
      return payment;
    },
    settle(invoice, payment) {
      payment.status = 'Settled';
      return delivery(
        invoice,
        statusOf(invoice).status === 'Settled' ? 'InvoiceSettled' : 'InvoicePaymentSettled',
      );
    },
    drop(invoice, payment) {
      payment.status = 'Invalid';
      return delivery(invoice, 'InvoiceInvalid');
    },
    expire(invoice) {
      invoice.isExpired = true;
      return delivery(invoice, 'InvoiceExpired');
    },
    delivery,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function priceOf(coin: Coin) {
  const price = parsePrice(coin, coins[coin]);
  if (price === undefined) throw new Error(`${coin} has no rate`);
  return price;
}

function paidUsd(invoice: StandInInvoice): bigint {
  return invoice.payments
    .filter(({ status }) => status !== 'Invalid')
    .reduce((sum, { coin, value }) => sum + (usdOf(coin, value) ?? 0n), 0n);
}

function usdOf(coin: Coin, value: string): bigint | undefined {
  const amount = parseAmount(coin, value);
  return amount && valueInUsd(amount, priceOf(coin), 'down').minorUnits;
}

/** Rounded up in the coin's smallest unit, as the server does. */
function dueIn(invoice: StandInInvoice, coin: Coin): string {
  const due = (parseAmount('USD', invoice.amount)?.minorUnits ?? 0n) - paidUsd(invoice);
  return formatAmount(amountForUsd(amountOf('USD', due < 0n ? 0n : due), priceOf(coin), 'up'));
}

function statusOf(invoice: StandInInvoice) {
  const asked = parseAmount('USD', invoice.amount)?.minorUnits ?? 0n;
  const paid = paidUsd(invoice);
  const isLate = invoice.payments.some(({ receivedDate }) => receivedDate >= invoice.expirationTime);
  const isSettled = invoice.payments.every(({ status }) => status !== 'Processing');
  const over = paid > asked ? 'PaidOver' : 'None';
  if (paid >= asked && !isLate) {
    return { status: isSettled ? 'Settled' : 'Processing', additionalStatus: over } as const;
  }
  if (!invoice.isExpired)
    return { status: 'New', additionalStatus: paid > 0n ? 'PaidPartial' : 'None' } as const;
  const partial = paid > 0n ? 'PaidPartial' : 'None';
  return { status: 'Expired', additionalStatus: isLate ? 'PaidLate' : partial } as const;
}

function presentMethod(invoice: StandInInvoice, coin: Coin, isAccountedOnly: boolean) {
  const payments = invoice.payments.filter(
    (payment) => payment.coin === coin && !(isAccountedOnly && payment.status === 'Invalid'),
  );
  return {
    paymentMethodId: `${coin}-CHAIN`,
    currency: coin,
    destination: `${coin.toLowerCase()}1stand-in`,
    paymentLink: null,
    rate: coins[coin],
    due: dueIn(invoice, coin),
    paymentMethodFee: '0.0',
    activated: true,
    additionalData: {},
    payments: payments.map(({ id, value, fee, receivedDate, status }) => ({
      id,
      receivedDate,
      value,
      fee,
      status,
      destination: `${coin.toLowerCase()}1stand-in`,
    })),
  };
}
