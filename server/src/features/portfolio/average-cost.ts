import { costOfCents, costOfPart, type ScaledCost } from '@mercury/contract/money/cost.ts';

/** One change of what a person has of an asset: smallest units, below zero where they go, and what they were worth then. */
export interface Movement {
  readonly amount: bigint;
  /** What was given for it, or what it brought. Null where nobody knows. */
  readonly usdCents: bigint | null;
}

/** What a person has of an asset, and what that cost by the average-cost method. Null: not known of all of it. */
export interface CostBasis {
  readonly quantity: bigint;
  readonly cost: ScaledCost | null;
  /** What was gained, or lost, on all that went. */
  readonly realized: ScaledCost | null;
}

export const nothingBought: CostBasis = { quantity: 0n, cost: 0n, realized: 0n };

/** After all movements, in the order in which they were booked. */
export function costBasisAfter(movements: readonly Movement[]): CostBasis {
  return movements.reduce(
    (basis, movement) => (movement.amount > 0n ? acquire(basis, movement) : dispose(basis, movement)),
    nothingBought,
  );
}

/** What comes adds what was given for it. */
function acquire(basis: CostBasis, { amount, usdCents }: Movement): CostBasis {
  const { quantity, cost, realized } = basis;
  return {
    quantity: quantity + amount,
    cost: cost === null || usdCents === null ? null : cost + costOfCents(usdCents),
    realized,
  };
}

/**
 * What goes takes its share of the cost with it, to the nearest 10^-12 of a dollar, and all of it where nothing is left:
 * what is bought afterwards begins anew, so that its cost is known again.
 */
function dispose({ quantity, cost, realized }: CostBasis, { amount, usdCents }: Movement): CostBasis {
  const gone = -amount;
  if (gone > quantity) throw new RangeError('more went than there was');
  const left = quantity - gone;
  const costGone = cost === null ? null : costOfPart(cost, gone, quantity, 'half-even');
  const isGainKnown = realized !== null && costGone !== null && usdCents !== null;
  return {
    quantity: left,
    cost: cost === null || costGone === null ? unknownUntilNothingIs(left) : cost - costGone,
    realized: isGainKnown ? realized + costOfCents(usdCents) - costGone : null,
  };
}

function unknownUntilNothingIs(left: bigint): ScaledCost | null {
  return left === 0n ? 0n : null;
}
