import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { amountForUsd, parsePrice } from '@mercury/contract/money/price.ts';
import type { Config } from './config-query.ts';

/** What the server says about payments on a page. All decimals, as they travel. */
export interface PaymentTerms {
  coin: AssetCode;
  coinPriceUsd: string;
  /** What is credited: the coin, or the dollars themselves. */
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
 * What so many US dollars credit: themselves, or coins at the firm price, rounded down to the smallest unit as the server
 * does it. `usdText` is a plain decimal; whatever is not an amount above zero is invalid.
 */
export function quotePayment(usdText: string, terms: PaymentTerms): PaymentQuote {
  const usd = parseAmount('USD', usdText);
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
