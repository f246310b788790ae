import { formatAmount, parseAmount, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { amountForUsd, parsePrice } from '@mercury/contract/money/price.ts';
import type { Config } from './config-query.ts';

/** The server's terms of payments on a page. All are decimal strings. */
export interface PaymentTerms {
  coin: AssetCode;
  coinPriceUsd: string;
  /** The credited currency: the coin, or dollars. */
  credited: AssetCode;
  usdMin: string;
  usdMax: string;
}

export function paymentTermsOf(
  { coin, coinPriceUsd, limits }: Config,
  credited: AssetCode = coin,
): PaymentTerms {
  return { coin, coinPriceUsd, credited, usdMin: limits.topUpUsdMin, usdMax: limits.topUpUsdMax };
}

export type PaymentQuote =
  | { state: 'invalid' | 'tooSmall' | 'tooLarge' }
  | { state: 'payable'; usd: string; credited: string };

/**
 * The credit for this many US dollars: the dollars themselves, or coins at the firm price, rounded down to the smallest unit like
 * on the server. `usdText` is a plain decimal; anything but an amount above zero, in cents, is invalid.
 */
export function quotePayment(usdText: string, terms: PaymentTerms): PaymentQuote {
  const usd = parseAmountOutside('USD', usdText);
  const price = parsePrice(terms.coin, terms.coinPriceUsd);
  const usdMin = parseAmount('USD', terms.usdMin);
  const usdMax = parseAmount('USD', terms.usdMax);
  if (!usd || usd.minorUnits === 0n || !price || !usdMin || !usdMax) return { state: 'invalid' };
  if (usd.minorUnits < usdMin.minorUnits) return { state: 'tooSmall' };
  if (usd.minorUnits > usdMax.minorUnits) return { state: 'tooLarge' };
  return {
    state: 'payable',
    usd: formatAmount(usd),
    credited: formatAmount(terms.credited === 'USD' ? usd : amountForUsd(usd, price, 'down')),
  };
}
