import { amountOf, type Amount } from './amount.ts';
import { wholeUnitOf, type AssetCode } from './asset.ts';
import { minorUnitsMax } from './decimal.ts';
import { priceDecimals, type Price } from './price.ts';
import { divide } from './rounding.ts';

/** What the house exchanges one asset for another at. */
export interface TradeTerms {
  /** What is given to the house, in US dollars. */
  readonly fromPrice: Price;
  /** What the house gives for it. */
  readonly toPrice: Price;
  /** Taken out of what is given, in hundredths of a percent; below all of it. */
  readonly feeBps: number;
  /** How much less than its worth is given for what is left, in hundredths of a percent. Once a trade, not once a side. */
  readonly spreadBps: number;
}

/** One exchange, to the last unit. */
export interface TradeAmounts {
  /** All that is given, fee included. */
  readonly from: Amount;
  readonly fee: Amount;
  readonly to: Amount;
}

const bpsPerWhole = 10_000n;

/**
 * The exchange that has this amount on one of its sides: what is given where it is of the one asset, what is to arrive where
 * it is of the other. Every remainder is the house's, so that no exchange is worth more to a person than what they gave
 * for it. Undefined where nothing would be left to exchange or to arrive, or more than the books can hold.
 */
export function tradeOf(terms: TradeTerms, amount: Amount): TradeAmounts | undefined {
  const { fromPrice, toPrice } = terms;
  if (fromPrice.asset === toPrice.asset) throw new TypeError('an asset is not exchanged for itself');
  if (amount.asset === fromPrice.asset) return keepable(tradeOfGiven(terms, amount));
  if (amount.asset === toPrice.asset) return keepable(tradeOfWanted(terms, amount));
  throw new TypeError('an exchange is worked out from one of its two sides');
}

function tradeOfGiven(terms: TradeTerms, from: Amount): TradeAmounts {
  const fee = amountOf(from.asset, divide(from.minorUnits * BigInt(terms.feeBps), bpsPerWhole, 'up'));
  const { dividend, divisor } = ratioOf(terms);
  const to = divide((from.minorUnits - fee.minorUnits) * dividend, divisor, 'down');
  return { from, fee, to: amountOf(terms.toPrice.asset, to) };
}

function tradeOfWanted(terms: TradeTerms, to: Amount): TradeAmounts {
  const { asset } = terms.fromPrice;
  const { dividend, divisor } = ratioOf(terms);
  const net = divide(to.minorUnits * divisor, dividend, 'up');
  // The least that leaves so much once the fee, which is rounded up, is taken out of it.
  const from = divide(net * bpsPerWhole, bpsPerWhole - BigInt(terms.feeBps), 'up');
  return { from: amountOf(asset, from), fee: amountOf(asset, from - net), to };
}

/** How many smallest units of the one are given for so many of the other, after the fee. */
function ratioOf({ fromPrice, toPrice, spreadBps }: TradeTerms): { dividend: bigint; divisor: bigint } {
  return {
    dividend: fromPrice.scaledUsd * (bpsPerWhole - BigInt(spreadBps)) * wholeUnitOf(toPrice.asset),
    divisor: toPrice.scaledUsd * bpsPerWhole * wholeUnitOf(fromPrice.asset),
  };
}

function keepable(trade: TradeAmounts): TradeAmounts | undefined {
  const { from, fee, to } = trade;
  if (fee.minorUnits >= from.minorUnits || to.minorUnits <= 0n) return undefined;
  return from.minorUnits > minorUnitsMax || to.minorUnits > minorUnitsMax ? undefined : trade;
}

/**
 * What one whole unit of the base costs of the other asset, or is exchanged for, in units of 10^-12: spread included, fee not.
 * To the nearest, since it is to be read; amounts are never made of it. Undefined where no digit would be left of it, or
 * too many.
 */
export function rateOf(terms: TradeTerms, base: AssetCode): bigint | undefined {
  const { fromPrice, toPrice, spreadBps } = terms;
  const scale = 10n ** BigInt(priceDecimals);
  const given = fromPrice.scaledUsd * (bpsPerWhole - BigInt(spreadBps));
  const wanted = toPrice.scaledUsd * bpsPerWhole;
  const rate =
    base === fromPrice.asset
      ? divide(given * scale, wanted, 'half-even')
      : divide(wanted * scale, given, 'half-even');
  return rate <= 0n || rate > minorUnitsMax ? undefined : rate;
}
