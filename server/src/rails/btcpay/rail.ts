import { formatAmount } from '@mercury/contract/money/amount.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import type { BtcpaySettings } from '../../rail-settings.ts';
import { RailUnavailableError, type OpenedPayment, type PaymentRequest, type Rail } from '../rail.ts';
import { readBtcpayWebhook } from './webhook.ts';
import { createBtcpayClient, type BtcpayClient, type Invoice } from './client.ts';
import { observePayments } from './payments.ts';

const msPerMinute = 60_000;
/** As long as the product itself asks about late payments. */
const monitoringMinutes = 24 * 60;

/**
 * Top-ups through the operator's own BTCPay Server. It handles no deposits and no payouts: the operator pays withdrawals and
 * confirms them by command.
 */
export function createBtcpayRail({
  settings,
  publicUrl,
}: {
  settings: BtcpaySettings;
  publicUrl: URL;
}): Rail {
  const client = createBtcpayClient(settings);
  return {
    name: 'btcpay',
    isSandbox: false,
    canTopUp: true,
    canPayOut: false,
    paymentOrigins: [settings.url.origin],
    canDeposit: () => false,
    canWithdraw: (asset) => ![null, 'mercury'].includes(assetOf(asset).chain),
    openPayment: async (request) => openedPaymentOf(settings, await openInvoice(client, request, publicUrl)),
    findPayments: async (invoiceId) => {
      const methods = await Promise.all(
        (await siblingsOf(client, invoiceId)).map((id) => client.findPaymentMethods(id)),
      );
      return methods.flat().flatMap(observePayments);
    },
    findDeposit: async () => undefined,
    readWebhook: (webhook) => readBtcpayWebhook(settings, webhook),
    payOut: async () => {
      throw new Error('BTCPay Server is not asked to pay out');
    },
    // It keeps wallets of some coins alone, and the operator pays from elsewhere too.
    findHoldings: async () => undefined,
    findPayout: async () => ({ state: 'unknown' }),
  };
}

/** Finds an invoice opened for this top-up before by its order id, which is the top-up's id. */
async function openInvoice(
  client: BtcpayClient,
  { topUpId, usd, expiresAt }: PaymentRequest,
  publicUrl: URL,
): Promise<Invoice> {
  const [earlier] = await client.findInvoicesOf(topUpId);
  if (earlier !== undefined) return earlier;
  // Rounded down: a payment in time there is then in time here.
  const minutesLeft = Math.floor((expiresAt.getTime() - Date.now()) / msPerMinute);
  if (minutesLeft < 1) throw new RailUnavailableError('the time to pay was over before a payment was opened');
  return client.createInvoice({
    orderId: topUpId,
    amount: formatAmount(usd),
    expirationMinutes: minutesLeft,
    monitoringMinutes,
    redirectUrl: new URL('/dashboard', publicUrl).href,
  });
}

/** The payer's browser goes there, so it must be the server that the operator named. */
function openedPaymentOf({ url }: BtcpaySettings, { id, checkoutLink }: Invoice): OpenedPayment {
  if (new URL(checkoutLink).origin !== url.origin) {
    throw new RailUnavailableError(`an invoice is to be paid at ${checkoutLink}, not at BTCPAY_URL`);
  }
  return { externalId: id, paymentUrl: checkoutLink };
}

/**
 * If a reply was lost, a second invoice may exist beside the known one, and may be paid. So look at all invoices of the same
 * top-up.
 */
async function siblingsOf(client: BtcpayClient, invoiceId: string): Promise<readonly string[]> {
  const invoice = await client.findInvoice(invoiceId);
  const orderId = invoice.metadata?.orderId;
  if (orderId === undefined || orderId === null) return [invoiceId];
  const siblings = await client.findInvoicesOf(orderId);
  return [...new Set([invoiceId, ...siblings.map(({ id }) => id)])];
}
