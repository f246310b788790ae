import type { Quote } from '@mercury/contract/api/trade.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import type { FirmPrice } from './offer.ts';
import { offerOf, type QuoteRow } from './queries.ts';

export function presentQuote(row: QuoteRow): Quote {
  const { type, from, fee, to, rate, spreadBps, fromPrice, toPrice, usdValue } = offerOf(row);
  return {
    id: row.id,
    type,
    fromCurrency: from.asset,
    fromAmount: formatAmount(from),
    fee: formatAmount(fee),
    toCurrency: to.asset,
    toAmount: formatAmount(to),
    rate: {
      base: rate.base,
      quote: rate.base === from.asset ? to.asset : from.asset,
      value: formatPrice({ scaledUsd: rate.scaled }),
    },
    spreadBps,
    usdValue: formatAmount(usdValue),
    prices: [fromPrice, toPrice].map(presentPrice),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

function presentPrice(price: FirmPrice): Quote['prices'][number] {
  return {
    currency: price.asset,
    usd: formatPrice(price),
    source: price.source,
    asOf: price.asOf.toISOString(),
  };
}
