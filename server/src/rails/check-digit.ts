/**
 * A number that people copy, with a last digit that follows from the others (ISO/IEC 7064, MOD 11,10). Any one digit that
 * is wrong, and nearly any two that change places, make it nobody's rather than somebody else's.
 */
export function withCheckDigit(digits: string): string {
  let carry = 10;
  for (const digit of digits) {
    const sum = (carry + Number(digit)) % 10;
    carry = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return `${digits}${(11 - carry) % 10}`;
}
