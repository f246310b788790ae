import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { amountForUsd, parsePrice } from '@mercury/contract/money/price.ts';

/** What the server says about top-ups. All decimals, as they travel. */
export interface TopUpTerms {
  coin: AssetCode;
  coinPriceUsd: string;
  /** What is credited: the coin, or the dollars themselves. */
  credited: AssetCode;
  usdMin: string;
  usdMax: string;
}

export type TopUpQuote =
  | { state: 'invalid' | 'tooSmall' | 'tooLarge' }
  | { state: 'payable'; usd: string; credited: string };

/**
 * What so many US dollars credit: themselves, or coins at the firm price, rounded down to the smallest unit as the server
 * does it.
 * `usdText` is a plain decimal; whatever is not an amount above zero is invalid.
 */
export function quoteTopUp(usdText: string, terms: TopUpTerms): TopUpQuote {
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
