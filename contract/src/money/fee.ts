import { amountOf, parseAmount, type Amount } from './amount.ts';
import { assetOf, type AssetCode } from './asset.ts';
import { divide } from './rounding.ts';

const bpsPerWhole = 10_000n;
/** The least withdrawal is twice its network fee: at most half of it is spent on the way. */
const leastInNetworkFees = 2n;
const significantDigits = 2;

/** What the operator takes for a withdrawal of one currency. */
export interface WithdrawalPrice {
  /** A share of the amount, in hundredths of a percent. */
  readonly feeBps: number;
  /** Once for each withdrawal, whatever its amount: what its chain costs. In the smallest unit. */
  readonly networkFee: bigint;
}

/** The share, up to the smallest unit: a part of a unit can't be paid out, and what arrives is never more than what is left. */
export function shareFee(amount: Amount, feeBps: number): Amount {
  return amountOf(amount.asset, divide(amount.minorUnits * BigInt(feeBps), bpsPerWhole, 'up'));
}

/** All that is taken out of a withdrawal's amount: the share and the network fee. */
export function withdrawalFee(amount: Amount, { feeBps, networkFee }: WithdrawalPrice): Amount {
  return amountOf(amount.asset, shareFee(amount, feeBps).minorUnits + networkFee);
}

/** What arrives of a withdrawal: `amount` minus its fee, exactly; nothing where the fee takes all of it. */
export function netOfFee(amount: Amount, price: WithdrawalPrice): Amount {
  const net = amount.minorUnits - withdrawalFee(amount, price).minorUnits;
  return amountOf(amount.asset, net > 0n ? net : 0n);
}

/**
 * Less than this can't be withdrawn: the currency's own least amount or, where it is more, twice the network fee, rounded
 * up to two significant digits, so that it can be read.
 */
export function leastWithdrawal(asset: AssetCode, networkFee: bigint): Amount {
  const least = parseAmount(asset, assetOf(asset).withdrawalMin);
  if (least === undefined) throw new Error(`${asset} has no amount as its least withdrawal`);
  const covering = upToSignificant(networkFee * leastInNetworkFees);
  return covering > least.minorUnits ? amountOf(asset, covering) : least;
}

function upToSignificant(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - significantDigits));
  return divide(units, step, 'up') * step;
}
