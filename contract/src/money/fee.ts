import { amountOf, parseAmount, type Amount } from './amount.ts';
import { assetOf, stepOutside, type AssetCode } from './asset.ts';
import { divide, divideInSteps } from './rounding.ts';

const bpsPerWhole = 10_000n;
/** The network takes at most half. */
const leastInNetworkFees = 2n;
const significantDigits = 2;

/** The operator's fees for a withdrawal of one currency. */
export interface WithdrawalPrice {
  /** A share of the amount, in hundredths of a percent. */
  readonly feeBps: number;
  /** The network fee: once per withdrawal, in the smallest unit. */
  readonly networkFee: bigint;
}

/** Rounded up to the smallest unit outside: no part of it can be paid out. */
export function shareFee(amount: Amount, feeBps: number): Amount {
  const { asset, minorUnits } = amount;
  const up = { step: stepOutside(asset), rounding: 'up' } as const;
  return amountOf(asset, divideInSteps(minorUnits * BigInt(feeBps), bpsPerWhole, up));
}

/** The whole fee of a withdrawal: the share and the network fee. */
export function withdrawalFee(amount: Amount, { feeBps, networkFee }: WithdrawalPrice): Amount {
  return amountOf(amount.asset, shareFee(amount, feeBps).minorUnits + networkFee);
}

/** `amount` minus its fee; zero if the fee takes all. */
export function netOfFee(amount: Amount, price: WithdrawalPrice): Amount {
  const net = amount.minorUnits - withdrawalFee(amount, price).minorUnits;
  return amountOf(amount.asset, net > 0n ? net : 0n);
}

/**
 * The currency's own minimum, or twice the network fee if that is more, rounded up to two significant digits so that people can
 * read it.
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
