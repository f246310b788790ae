/**
 * A number that people copy, with a check digit at its end (ISO/IEC 7064, MOD 11,10). A single wrong digit, and nearly any swap
 * of two, then gives nobody's number instead of another person's.
 */
export function withCheckDigit(digits: string): string {
  let carry = 10;
  for (const digit of digits) {
    const sum = (carry + Number(digit)) % 10;
    carry = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return `${digits}${(11 - carry) % 10}`;
}
