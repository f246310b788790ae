/** The decimal point of a language, as Intl writes it: "." in English, "," in Russian, "٫" in Persian. */
export function decimalSeparatorOf(formatTag: string): string {
  const parts = new Intl.NumberFormat(formatTag).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value ?? '.';
}

/** The first digit of each script that people type in: ASCII, Arabic, Persian and full-width. */
const zeroCodes = [0x30, 0x0660, 0x06f0, 0xff10];

export function toAsciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zeroCode = zeroCodes.find((zero) => code >= zero && code <= zero + 9);
  return zeroCode === undefined ? character : String(code - zeroCode);
}

/** Whole digits that an amount can be typed with: more than all money there is, and never too many for the API. */
const wholeDigitsMax = 18;

const decimalPoints = /[.．。٫]/gu;
const groupMarks = /[\s\u00a0\u202f٬'’_]/gu;
const invisibleMarks = /[\u200e\u200f\u061c\u2066-\u2069]/gu;

/**
 * A comma is a decimal point for some readers and groups thousands for others, and taking one for the other is wrong
 * a thousandfold. It counts as the point where the language writes it so, as a grouping mark only where it groups
 * properly, and otherwise the text is refused.
 */
function settleCommas(text: string, isCommaThePoint: boolean): string | undefined {
  if (!text.includes(',')) return text;
  const isGroupedByPoints = /^\d{1,3}(\.\d{3})+,\d*$/.test(text);
  if (isCommaThePoint && isGroupedByPoints) return text.replaceAll('.', '').replace(',', '.');
  if (isCommaThePoint && !text.includes('.')) return text.replaceAll(',', '.');
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : undefined;
}

interface TypedAmountRules {
  decimalsMax: number;
  decimalSeparator: string;
}

/**
 * Reads an amount as somebody types it, in whatever digits, as a plain decimal of the API: "۱۲٫۵" is "12.5" and "7."
 * is "7" on its way to more. Empty where no digit stands yet; undefined for what is no amount or has too many decimals.
 */
export function readTypedAmount(
  text: string,
  { decimalsMax, decimalSeparator }: TypedAmountRules,
): string | undefined {
  const ascii = Array.from(text.trim().replace(invisibleMarks, ''), toAsciiDigit)
    .join('')
    .replace(groupMarks, '')
    .replace(decimalPoints, '.')
    .replace(/[，،]/gu, ',')
    // Persian keyboards have the slash where a momayyez is needed.
    .replaceAll('/', decimalSeparator === '٫' ? '.' : '/');
  const settled = settleCommas(ascii, decimalSeparator === ',');
  const match = settled === undefined ? null : /^(\d*)(?:\.(\d*))?$/.exec(settled);
  if (match === null) return undefined;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = match[2] ?? '';
  if (whole.length > wholeDigitsMax || fraction.length > decimalsMax) return undefined;
  if (whole === '' && fraction === '') return '';
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

/** Writes a plain decimal into a field as its reader would type it: own digits, no grouping, no zeros at the end. */
export function writeTypedAmount(plainDecimal: string, formatTag: string): string {
  const shortened = plainDecimal.includes('.') ? plainDecimal.replace(/\.?0+$/, '') : plainDecimal;
  const digits = new Intl.NumberFormat(formatTag, { useGrouping: false });
  return Array.from(shortened, (character) =>
    character === '.' ? decimalSeparatorOf(formatTag) : digits.format(Number(character)),
  ).join('');
}
