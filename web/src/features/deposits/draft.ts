import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { amountForUsd, parsePrice } from '@mercury/contract/money/price.ts';

/** The amount as it travels; undefined for what is not above zero. `amountText` is a plain decimal. */
export function depositAmount(currency: AssetCode, amountText: string): string | undefined {
  const amount = parseAmount(currency, amountText);
  return amount && amount.minorUnits > 0n ? formatAmount(amount) : undefined;
}

/** What the server says about payments on a page. All decimals, as they travel. */
export interface PaymentTerms {
  coin: AssetCode;
  coinPriceUsd: string;
  usdMin: string;
  usdMax: string;
}

export type PaymentDraft =
  | { state: 'enterValidAmount' | 'tooSmall' | 'tooLarge' }
  | { state: 'payable'; amountUsd: string; credited: string };

/** What a payment of so many US dollars credits, rounded down to the coin's smallest unit as the server does it. */
export function draftPayment(usdText: string, terms: PaymentTerms): PaymentDraft {
  const usd = parseAmount('USD', usdText);
  const usdMin = parseAmount('USD', terms.usdMin);
  const usdMax = parseAmount('USD', terms.usdMax);
  const price = parsePrice(terms.coin, terms.coinPriceUsd);
  if (!usd || usd.minorUnits === 0n || !usdMin || !usdMax || !price) return { state: 'enterValidAmount' };
  if (usd.minorUnits < usdMin.minorUnits) return { state: 'tooSmall' };
  if (usd.minorUnits > usdMax.minorUnits) return { state: 'tooLarge' };
  return {
    state: 'payable',
    amountUsd: formatAmount(usd),
    credited: formatAmount(amountForUsd(usd, price, 'down')),
  };
}
