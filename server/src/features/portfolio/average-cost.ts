import { costOfUsd, costOfPart, type ScaledCost } from '@mercury/contract/money/cost.ts';

/** One change of a balance: smallest units, negative for an outflow, with its worth at that time. */
export interface Movement {
  readonly amount: bigint;
  /** What was paid for it, or received for it. Null if unknown. */
  readonly usd: bigint | null;
}

/** A person's quantity of an asset, and its cost by the average-cost method. Null if a part is unknown. */
export interface CostBasis {
  readonly quantity: bigint;
  readonly cost: ScaledCost | null;
  /** The gain or loss on everything that left. */
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

/**
 * An outflow takes its share of the cost, rounded to the nearest 10^-12 of a dollar. An outflow of everything takes all: later
 * purchases start anew, with a known cost.
 */
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
