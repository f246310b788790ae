import { describe, expect, it } from 'vitest';
import { divide, type Rounding } from './rounding.ts';

describe('division of money', () => {
  it.each<[bigint, bigint, Rounding, bigint]>([
    [7n, 2n, 'down', 3n],
    [7n, 2n, 'up', 4n],
    [7n, 2n, 'half-even', 4n],
    [5n, 2n, 'half-even', 2n],
    [-7n, 2n, 'down', -3n],
    [-7n, 2n, 'up', -4n],
    [-5n, 2n, 'half-even', -2n],
    [8n, 3n, 'half-even', 3n],
    [7n, 3n, 'half-even', 2n],
    [6n, 3n, 'up', 2n],
    [0n, 3n, 'up', 0n],
  ])('%d by %d, %s, is %d', (dividend, divisor, rounding, quotient) => {
    expect(divide(dividend, divisor, rounding)).toBe(quotient);
  });

  it('refuses a divisor that is not positive', () => {
    expect(() => divide(1n, 0n, 'down')).toThrow(RangeError);
    expect(() => divide(1n, -1n, 'down')).toThrow(RangeError);
  });
});
