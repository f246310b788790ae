import { amountOf, type Amount } from './amount.ts';
import { stepOutside, wholeUnitOf, type AssetCode } from './asset.ts';
import { minorUnitsMax } from './decimal.ts';
import { priceDecimals, type Price } from './price.ts';
import { divide, divideInSteps } from './rounding.ts';

/** The terms on which the house exchanges one asset for another. */
export interface TradeTerms {
  /** Price of the given asset in US dollars. */
  readonly fromPrice: Price;
  /** Price of the asset that the house gives. */
  readonly toPrice: Price;
  /** The fee, taken out of the given amount, in hundredths of a percent; below 100%. */
  readonly feeBps: number;
  /** The spread on the rest, in hundredths of a percent. It applies once per trade, not once per side. */
  readonly spreadBps: number;
}

/** One exchange, exact to the smallest unit. */
export interface TradeAmounts {
  /** The whole given amount, fee included. */
  readonly from: Amount;
  readonly fee: Amount;
  readonly to: Amount;
}

const bpsPerWhole = 10_000n;

/**
 * For a given or a received amount, as its asset says (with coarse units of the other asset, the most to give). Remainders go to
 * the house: a person never receives more worth than they gave. Dollars are in whole cents. Undefined if nothing would remain, or
 * if it exceeds what the books can hold.
 */
export function tradeOf(terms: TradeTerms, amount: Amount): TradeAmounts | undefined {
  const { fromPrice, toPrice } = terms;
  if (fromPrice.asset === toPrice.asset) throw new TypeError('an asset is not exchanged for itself');
  if (amount.asset === fromPrice.asset) return keepable(tradeOfGiven(terms, amount));
  if (amount.asset === toPrice.asset) return keepable(tradeOfWanted(terms, amount));
  throw new TypeError('an exchange is worked out from one of its two sides');
}

function tradeOfGiven(terms: TradeTerms, from: Amount): TradeAmounts {
  const step = stepOutside(from.asset);
  const feeUnits = divideInSteps(from.minorUnits * BigInt(terms.feeBps), bpsPerWhole, {
    step,
    rounding: 'up',
  });
  const fee = amountOf(from.asset, feeUnits);
  const { dividend, divisor } = ratioOf(terms);
  const units = divideInSteps((from.minorUnits - feeUnits) * dividend, divisor, {
    step: stepOutside(terms.toPrice.asset),
    rounding: 'down',
  });
  const to = amountOf(terms.toPrice.asset, units);
  const whole = { from, fee, to };
  if (units === 0n || !isCoarse(terms.toPrice)) return whole;
  // The remainder of a coarse unit is worth too much to be kept: only what arrives is paid for. Of that, the fee may round to a
  // cent less, which may be worth some units more.
  const paid = tradeOfWanted(terms, to).from;
  return paid.minorUnits < from.minorUnits ? tradeOfGiven(terms, paid) : whole;
}

/** True if the smallest unit is worth more than a US cent. */
function isCoarse({ asset, scaledUsd }: Price): boolean {
  return scaledUsd * 100n > 10n ** BigInt(priceDecimals) * wholeUnitOf(asset);
}

function tradeOfWanted(terms: TradeTerms, to: Amount): TradeAmounts {
  const { asset } = terms.fromPrice;
  const { dividend, divisor } = ratioOf(terms);
  const up = { step: stepOutside(asset), rounding: 'up' } as const;
  const net = divideInSteps(to.minorUnits * divisor, dividend, up);
  // The smallest amount that leaves this much after the fee, which is rounded up.
  const from = divideInSteps(net * bpsPerWhole, bpsPerWhole - BigInt(terms.feeBps), up);
  return { from: amountOf(asset, from), fee: amountOf(asset, from - net), to };
}

/** Smallest units of the one asset for this many of the other, after the fee. */
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
 * One whole unit of the base in the other asset, in units of 10^-12, with the spread, without the fee. Rounded to the nearest
 * because people only read it. Undefined if no digit would remain, or too many.
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
