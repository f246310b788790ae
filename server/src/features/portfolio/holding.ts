import type { Holding } from '@mercury/contract/api/portfolio.ts';
import { amountOf, formatAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { assetCodes, stepOutside } from '@mercury/contract/money/asset.ts';
import {
  averageCost,
  costInUsd,
  costOfPart,
  costOfUsd,
  type ScaledCost,
} from '@mercury/contract/money/cost.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { formatPrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { divide, divideInSteps } from '@mercury/contract/money/rounding.ts';
import type { KnownPrice } from '../market/price-of.ts';
import type { BalanceRow, PortfolioRow } from './queries.ts';

/** Millionths of a US dollar, null if unknown. */
export interface ValuedHolding {
  readonly amount: Amount;
  readonly known: KnownPrice | undefined;
  readonly valueUsd: bigint | null;
  readonly basis: CostBasis;
  readonly costUsd: bigint | null;
  readonly profitUsd: bigint | null;
  readonly realizedUsd: bigint | null;
}

export function holdingOf(options: {
  balance: BalanceRow;
  rows: readonly PortfolioRow[];
  known: KnownPrice | undefined;
}): ValuedHolding {
  const { balance, rows, known } = options;
  const amount = amountOf(balance.asset, balance.balance);
  // Only shown, never paid out: to the nearest cent, as in the wallets.
  const valueUsd = known === undefined ? null : valueInUsd(amount, known.price, 'half-even').minorUnits;
  const basis = basisOf(balance, rows);
  const costUsd = usdOfCost(basis.cost);
  return {
    amount,
    known,
    valueUsd,
    basis,
    costUsd,
    profitUsd: valueUsd === null || costUsd === null ? null : valueUsd - costUsd,
    realizedUsd: usdOfCost(basis.realized),
  };
}

function basisOf({ asset, balance, known_since }: BalanceRow, rows: readonly PortfolioRow[]): CostBasis {
  // A dollar costs a dollar and gains nothing.
  if (asset === 'USD') return { quantity: balance, cost: costOfUsd(balance), realized: 0n };
  if (known_since !== null) return { quantity: balance, cost: null, realized: null };
  return costBasisAfter(rows.map(movementOf));
}

export function movementOf(row: PortfolioRow): Movement {
  const { amount, from_asset: fromAsset, to_asset: toAsset, usd_value: usdValue } = row;
  const { from_amount: fromAmount, fee_asset: feeAsset, fee, to_amount: toAmount } = row;
  const isTrade = fromAsset !== null && toAsset !== null && feeAsset !== null;
  if (!isTrade || usdValue === null || fromAmount === null || fee === null || toAmount === null) {
    return { amount, usd: usdValue };
  }
  return { amount, usd: worthOfTrade({ fromAsset, fromAmount, feeAsset, fee, toAsset, toAmount, usdValue }) };
}

function usdOfCost(cost: bigint | null): bigint | null {
  return cost === null ? null : costInUsd(cost, 'half-even').minorUnits;
}

/** Holdings without a price come last; equal ones in the order of the contract. */
export function presentHoldings(holdings: readonly ValuedHolding[]): Holding[] {
  const ordered = holdings.toSorted(
    (one, other) => compareValues(one, other) || positionOf(one) - positionOf(other),
  );
  const priced = ordered.filter(({ valueUsd }) => valueUsd !== null);
  const shares = sharesOf(priced.map(({ valueUsd }) => valueUsd ?? 0n));
  return ordered.map((holding, index) => presentHolding(holding, shares[index]));
}

function compareValues({ valueUsd: one }: ValuedHolding, { valueUsd: other }: ValuedHolding): number {
  const [first, second] = [one ?? -1n, other ?? -1n];
  if (first === second) return 0;
  return first > second ? -1 : 1;
}

function positionOf({ amount }: ValuedHolding): number {
  return assetCodes().indexOf(amount.asset);
}

/** Holdings with a price come first, so each share has the index of its holding. */
function presentHolding(holding: ValuedHolding, share: bigint | undefined): Holding {
  const { amount, known, basis, valueUsd, costUsd, profitUsd, realizedUsd } = holding;
  const average = basis.cost === null ? undefined : averageCost(basis.cost, amount, 'half-even');
  return {
    currency: amount.asset,
    amount: formatAmount(amount),
    price: known === undefined ? null : formatPrice(known.price),
    isPriceIndicative: known?.isIndicative ?? false,
    valueUsd: usdOf(valueUsd),
    sharePercent: share === undefined ? null : percent(share),
    averageCostUsd: average === undefined ? null : formatPrice({ scaledUsd: average }),
    costUsd: usdOf(costUsd),
    profitUsd: usdOf(profitUsd),
    profitPercent: profitUsd === null || !costUsd ? null : percent(percentOf(profitUsd, costUsd)),
    realizedUsd: usdOf(realizedUsd),
  };
}

function usdOf(minorUnits: bigint | null): string | null {
  return minorUnits === null ? null : formatAmount(amountOf('USD', minorUnits));
}

const percentDecimals = 2;

function percentOf(part: bigint, whole: bigint): bigint {
  return divide(part * 100n * 10n ** BigInt(percentDecimals), whole, 'half-even');
}

function percent(hundredths: bigint): string {
  return formatDecimal(hundredths, percentDecimals);
}

const whole = 10_000n;

/**
 * In hundredths of a percent, summing to exactly 100.00: rounded down, then the rest goes to those that lost most (largest
 * remainder).
 */
export function sharesOf(values: readonly bigint[]): bigint[] {
  const total = values.reduce((sum, value) => sum + value, 0n);
  if (total === 0n) return values.map(() => 0n);
  const shares = values.map((value) => divide(value * whole, total, 'down'));
  const missing = Number(whole - shares.reduce((sum, share) => sum + share, 0n));
  const remainders = values.map((value) => (value * whole) % total);
  const lostMost = [...values.keys()].toSorted((one, other) => {
    const [first = 0n, second = 0n] = [remainders[one], remainders[other]];
    if (first === second) return one - other;
    return first > second ? -1 : 1;
  });
  const raised = new Set(lostMost.slice(0, missing));
  return shares.map((share, index) => (raised.has(index) ? share + 1n : share));
}

/** As booked, in smallest units; worth in millionths of a US dollar. */
interface TradeTerms {
  readonly fromAsset: string;
  readonly fromAmount: bigint;
  readonly feeAsset: string;
  /** Contained in fromAmount, or taken from what toAmount was before. */
  readonly fee: bigint;
  readonly toAsset: string;
  readonly toAmount: bigint;
  readonly usdValue: bigint;
}

/**
 * In millionths of a US dollar. If one side is in dollars, that is the worth: payments with the fee, proceeds without. Between
 * two coins both sides count minus the fee, so that the fee is lost once, on the outflow.
 */
export function worthOfTrade({
  fromAsset,
  fromAmount,
  feeAsset,
  fee,
  toAsset,
  toAmount,
  usdValue,
}: TradeTerms): bigint {
  if (fromAsset === 'USD') return fromAmount;
  if (toAsset === 'USD') return toAmount;
  const toTheCent = { step: stepOutside('USD'), rounding: 'half-even' } as const;
  const whole = feeAsset === fromAsset ? fromAmount : toAmount + fee;
  return usdValue - divideInSteps(usdValue * fee, whole, toTheCent);
}

/** Smallest units, negative for an outflow. */
export interface Movement {
  readonly amount: bigint;
  /** Paid or received for it. Null if unknown. */
  readonly usd: bigint | null;
}

/** By the average-cost method. Null if a part is unknown. */
export interface CostBasis {
  readonly quantity: bigint;
  readonly cost: ScaledCost | null;
  /** The gain or loss on what left. */
  readonly realized: ScaledCost | null;
}

export const nothingBought: CostBasis = { quantity: 0n, cost: 0n, realized: 0n };

/** In the order of booking. */
export function costBasisAfter(movements: readonly Movement[]): CostBasis {
  return movements.reduce(
    (basis, movement) => (movement.amount > 0n ? acquire(basis, movement) : dispose(basis, movement)),
    nothingBought,
  );
}

function acquire(basis: CostBasis, { amount, usd }: Movement): CostBasis {
  const { quantity, cost, realized } = basis;
  return {
    quantity: quantity + amount,
    cost: cost === null || usd === null ? null : cost + costOfUsd(usd),
    realized,
  };
}

/** Takes its share of the cost, rounded to 10^-12 of a dollar. When all leaves, later purchases start with a known cost. */
function dispose({ quantity, cost, realized }: CostBasis, { amount, usd }: Movement): CostBasis {
  const gone = -amount;
  if (gone > quantity) throw new RangeError('more went than there was');
  const left = quantity - gone;
  const costGone = cost === null ? null : costOfPart(cost, gone, quantity, 'half-even');
  const isGainKnown = realized !== null && costGone !== null && usd !== null;
  return {
    quantity: left,
    cost: cost === null || costGone === null ? unknownUntilNothingIs(left) : cost - costGone,
    realized: isGainKnown ? realized + costOfUsd(usd) - costGone : null,
  };
}

function unknownUntilNothingIs(left: bigint): ScaledCost | null {
  return left === 0n ? 0n : null;
}
