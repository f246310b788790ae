import { limits } from '@mercury/contract/limits.ts';
import { toAsciiDigit } from './typed-amount.ts';

/** The first six digits of what was typed or pasted, in whichever digits the keyboard has. */
export function sixDigits(typed: string): string {
  const digits = Array.from(typed, toAsciiDigit).filter((character) => /^[0-9]$/.test(character));
  return digits.slice(0, limits.twoFactorCodeLength).join('');
}
