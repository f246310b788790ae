import { amountOf, type Amount } from './amount.ts';
import { assetOf, stepOutside, wholeUnitOf, type AssetCode } from './asset.ts';
import { formatDecimal, parseDecimal } from './decimal.ts';
import { divide, divideInSteps, type Rounding } from './rounding.ts';

/** Decimals of a price in US dollars: enough for a coin worth a millionth of a cent. */
export const priceDecimals = 12;

/** The price of one whole unit of the asset in US dollars, in units of 10^-12 dollars. */
export interface Price {
  readonly asset: AssetCode;
  readonly scaledUsd: bigint;
}

/** Parses a price above zero; undefined for anything else. */
export function parsePrice(asset: AssetCode, text: string): Price | undefined {
  const scaledUsd = parseDecimal(text, priceDecimals);
  return scaledUsd === undefined || scaledUsd === 0n ? undefined : { asset, scaledUsd };
}

/** At least two decimals, no trailing zeros after those: "0.57", "45382.51". */
export function formatPrice({ scaledUsd }: Pick<Price, 'scaledUsd'>): string {
  return formatDecimal(scaledUsd, priceDecimals).replace(/(\.\d{2}\d*?)0+$/, '$1');
}

/** The amount's worth in US dollars at the price, in whole cents: of dollars themselves too. */
export function valueInUsd(amount: Amount, price: Price, rounding: Rounding): Amount {
  if (amount.asset !== price.asset) throw new TypeError('an amount is valued at the price of its own asset');
  const dividend = amount.minorUnits * price.scaledUsd * wholeUnitOf('USD');
  const divisor = 10n ** BigInt(assetOf(amount.asset).decimals + priceDecimals);
  return amountOf('USD', divideInSteps(dividend, divisor, { step: stepOutside('USD'), rounding }));
}

/** The amount of the asset that the US dollars buy at the price. */
export function amountForUsd(usd: Amount, price: Price, rounding: Rounding): Amount {
  if (usd.asset !== 'USD') throw new TypeError('a price is quoted in US dollars');
  const dividend = usd.minorUnits * 10n ** BigInt(assetOf(price.asset).decimals + priceDecimals);
  const divisor = price.scaledUsd * wholeUnitOf('USD');
  return amountOf(price.asset, divide(dividend, divisor, rounding));
}
