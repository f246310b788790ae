/** Towards zero, away from zero, or to the nearest with ties to the even neighbour (IEEE 754 roundTiesToEven). */
export type Rounding = 'down' | 'up' | 'half-even';

/** The quotient as an integer. Every division of money names its rounding here. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor <= 0n) throw new RangeError('a divisor of money is positive');
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (remainder === 0n) return quotient;
  const awayFromZero = dividend < 0n ? quotient - 1n : quotient + 1n;
  switch (rounding) {
    case 'down':
      return quotient;
    case 'up':
      return awayFromZero;
    case 'half-even': {
      const twiceRemainder = 2n * (remainder < 0n ? -remainder : remainder);
      if (twiceRemainder !== divisor) return twiceRemainder > divisor ? awayFromZero : quotient;
      return quotient % 2n === 0n ? quotient : awayFromZero;
    }
    default:
      return rounding satisfies never;
  }
}

/** The quotient as a whole number of steps. */
export function divideInSteps(
  dividend: bigint,
  divisor: bigint,
  { step, rounding }: { step: bigint; rounding: Rounding },
): bigint {
  return divide(dividend, divisor * step, rounding) * step;
}
