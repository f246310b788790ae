import { expect, it } from 'vitest';
import { withCheckDigit } from './check-digit.ts';

it('follows the standard’s example', () => {
  // ISO/IEC 7064: 0794 has the check digit 5.
  expect(withCheckDigit('0794')).toBe('07945');
});

it('makes no valid number of another by any one wrong digit', () => {
  const number = withCheckDigit('1000017');
  for (const [at, digit] of number.split('').entries()) {
    for (const wrong of '0123456789'.replace(digit, '')) {
      const mistyped = `${number.slice(0, at)}${wrong}${number.slice(at + 1)}`;
      expect(withCheckDigit(mistyped.slice(0, -1))).not.toBe(mistyped);
    }
  }
});
