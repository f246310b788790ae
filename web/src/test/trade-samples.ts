import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { createQuote, type Quote } from '@mercury/contract/api/trade.ts';
import { idOf, transactionOf, walletOf } from './samples.ts';
import { type Received, server } from './stand-in-server.ts';

let offerCount = 0;

/** Two coins for each dollar; another rate makes another offer. */
export function quoteOf(call: Received, coinsPerDollar = 2): Quote {
  const body = call.body as { fromAmount?: string; toAmount?: string };
  const dollars = body.fromAmount ?? String(Number(body.toAmount) / coinsPerDollar);
  offerCount += 1;
  return {
    id: idOf(1000 + offerCount),
    type: 'BUY',
    fromCurrency: 'USD',
    fromAmount: Number(dollars).toFixed(2),
    fee: '0.20',
    toCurrency: 'MRCY',
    toAmount: (Number(dollars) * coinsPerDollar).toFixed(8),
    rate: { base: 'MRCY', quote: 'USD', value: '0.50' },
    spreadBps: 10,
    usdValue: dollars,
    prices: [{ currency: 'MRCY', usd: '0.50', source: 'operator', asOf: new Date().toISOString() }],
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 15_000).toISOString(),
  };
}

export function serveOffers(coinsPerDollar?: number): void {
  server.replyBy(createQuote, (call): ReplyOf<typeof createQuote> => ({
    success: true,
    quote: quoteOf(call, coinsPerDollar),
  }));
}

export const traded = {
  success: true,
  transaction: transactionOf({ type: 'BUY' }),
  wallet: walletOf(),
} as const;
