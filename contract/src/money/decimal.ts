/**
 * Exact decimals on the wire, integers of the smallest unit everywhere else. A number never holds money: 0.1 + 0.2 is not 0.3
 * there, and ETH's 18 decimals do not fit.
 */

/** numeric(38,0) in the database: no amount, balance or sum may need more digits. */
export const minorUnitsMax = 10n ** 38n - 1n;

/** ASCII digits, one optional point, no sign, no exponent, no spaces, no leading zeros before another digit. */
const plainDecimalPattern = /^(0|[1-9][0-9]{0,37})(?:\.([0-9]{1,38}))?$/;

/**
 * Parses a decimal string into an integer of the smallest unit. Undefined unless it is a plain, non-negative decimal with at most
 * `decimals` digits after the point. It refuses `1e3`, `NaN`, `+1`, `-1`, `1.`, `.5`, `01`, full-width digits. Never rounds.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = plainDecimalPattern.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return undefined;
  const minorUnits = BigInt(`${match[1] ?? ''}${fraction.padEnd(decimals, '0')}`);
  return minorUnits > minorUnitsMax ? undefined : minorUnits;
}

/** Formats an integer of the smallest unit with all its decimals: formatDecimal(1250n, 2) is "12.50". */
export function formatDecimal(minorUnits: bigint, decimals: number): string {
  const isNegative = minorUnits < 0n;
  const digits = (isNegative ? -minorUnits : minorUnits).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`;
  return `${isNegative ? '-' : ''}${whole}${fraction}`;
}
