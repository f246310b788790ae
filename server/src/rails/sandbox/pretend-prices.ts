import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { amountForUsd, parsePrice, valueInUsd, type Price } from '@mercury/contract/money/price.ts';

// Readable and easy to copy. For chains with 18 decimals, the payer is asked for slightly more rather than for 18 digits.
const offeredDecimalsMax = 8;

/** What the payer sends for so many US dollars, rounded up so that it never falls short. */
export function pretendOffer(coin: AssetCode, usd: Amount): Amount {
  const price = pretendPriceOf(coin);
  const exact = amountForUsd(usd, price, 'up').minorUnits;
  const step = 10n ** BigInt(Math.max(0, assetOf(coin).decimals - offeredDecimalsMax));
  return amountOf(coin, divide(exact, step, 'up') * step);
}

/** What a payment is worth at the pretended price, rounded down: the credit is never more than was offered for it. */
export function pretendValueInUsd(coin: AssetCode, amount: Amount): Amount {
  const price = pretendPriceOf(coin);
  return valueInUsd(amount, price, 'down');
}

/** In US dollars, for the pretend chain only: no real credit ever uses it. */
function pretendPriceOf(coin: AssetCode): Price {
  const price = parsePrice(coin, assetOf(coin).sandboxPriceUsd ?? '');
  if (price === undefined) throw new Error(`${coin} has no pretend price`);
  return price;
}
