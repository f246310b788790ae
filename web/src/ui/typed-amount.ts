import { numberFormat } from '../i18n/formats.ts';

/** The decimal point of a language, as Intl writes it: "." in English, "," in Russian, "٫" in Persian. */
export function decimalSeparatorOf(formatTag: string): string {
  const parts = numberFormat(formatTag).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value ?? '.';
}

/** The first digit of each script that people type in: ASCII, Arabic, Persian and full-width. */
const zeroCodes = [0x30, 0x0660, 0x06f0, 0xff10];

export function toAsciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zeroCode = zeroCodes.find((zero) => code >= zero && code <= zero + 9);
  return zeroCode === undefined ? character : String(code - zeroCode);
}

/** The most whole digits of a typed amount: more than all the money there is, and never too many for the API. */
const wholeDigitsMax = 18;

const decimalPoints = /[.．。٫]/gu;
const commas = /[,，،]/gu;
const groupMarks = /[\s\u00a0\u202f٬'’_]/gu;
const invisibleMarks = /[\u200e\u200f\u061c\u2066-\u2069]/gu;

/** The text in ASCII: "." for characters that are only a point, "," for a comma, " " for characters that only group. */
function inAscii(text: string, decimalSeparator: string): string {
  const visible = text.replace(invisibleMarks, '').trim();
  return (
    Array.from(visible, toAsciiDigit)
      .join('')
      .replace(groupMarks, ' ')
      .replace(decimalPoints, '.')
      .replace(commas, ',')
      // Persian keyboards have the slash where a momayyez is needed.
      .replaceAll('/', decimalSeparator === '٫' ? '.' : '/')
  );
}

/** Removes marks that only group, if they group properly: "1 5" is neither 15 nor anything else. */
function settleGroups(text: string): string {
  return /^\d{1,3}( \d{3})+([.,]\d*)?$/.test(text) ? text.replaceAll(' ', '') : text;
}

/**
 * A comma is a decimal point for some readers and groups thousands for others. It is the point if the language writes it so.
 * Elsewhere it groups before whole groups of three digits, and else is the point. A text that could mean either ("1234,567")
 * gives undefined.
 */
function settleCommas(text: string, isCommaThePoint: boolean): string | undefined {
  if (!text.includes(',')) return text;
  const isGroupedByPoints = /^\d{1,3}(\.\d{3})+,\d*$/.test(text);
  if (isCommaThePoint && isGroupedByPoints) return text.replaceAll('.', '').replace(',', '.');
  if (isCommaThePoint && !text.includes('.')) return text.replaceAll(',', '.');
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '');
  const couldGroup = /^0*[1-9]\d*,\d{3}$/.test(text);
  return couldGroup || text.includes('.') ? undefined : text.replaceAll(',', '.');
}

interface TypedAmountRules {
  decimalsMax: number;
  decimalSeparator: string;
}

/**
 * As a plain decimal of the API, from the digits of any script: "۱۲٫۵" is "12.5", and "7." is "7" on its way to more. Empty if
 * the text makes no certain amount yet: it stays in the field, because "1,5" without its separator would be 15. Undefined if no
 * amount begins like this, or if it has too many decimals.
 */
export function readTypedAmount(
  text: string,
  { decimalsMax, decimalSeparator }: TypedAmountRules,
): string | undefined {
  const ascii = inAscii(text, decimalSeparator);
  if (/[^\d.,/ ]/.test(ascii)) return undefined;
  const isCommaThePoint = decimalSeparator === ',';
  const settled = settleCommas(settleGroups(ascii), isCommaThePoint);
  const match = settled === undefined ? null : /^(\d*)(?:\.(\d*))?$/.exec(settled);
  if (match === null) return '';
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = match[2] ?? '';
  if (whole.length > wholeDigitsMax) return undefined;
  // Dropping the extra digit could turn a decimal comma into a grouping one: "12,3456" must not become "12,345".
  if (fraction.length > decimalsMax) return ascii.includes(',') && !isCommaThePoint ? '' : undefined;
  if (whole === '' && fraction === '') return '';
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

/** Only its decimals are too many. */
export function isTooFine(text: string, rules: TypedAmountRules): boolean {
  const amountOf = (decimalsMax: number) => readTypedAmount(text, { ...rules, decimalsMax });
  return !amountOf(rules.decimalsMax) && Boolean(amountOf(Infinity));
}

/** The same text in the reader's own digits, character by character. */
export function inOwnDigits(text: string, formatTag: string): string {
  const digits = numberFormat(formatTag, { useGrouping: false });
  return Array.from(text, (character) => {
    const ascii = toAsciiDigit(character);
    return /^\d$/.test(ascii) ? digits.format(Number(ascii)) : character;
  }).join('');
}

/**
 * A typed text in the reader's own digits, character by character. In Persian a point and the slash of Persian keyboards become
 * the momayyez, and commas beside it the mark that groups. A comma alone stays: more keys decide what it means.
 */
export function rewriteTypedAmount(text: string, formatTag: string): string {
  const own = inOwnDigits(text, formatTag);
  if (decimalSeparatorOf(formatTag) !== '٫') return own;
  const pointed = own.replace(/[./]/g, '٫');
  return pointed.includes('٫') ? pointed.replaceAll(',', '٬') : pointed;
}

/** Writes a plain decimal as its reader would type it: own digits, no grouping, no trailing zeros. */
export function writeTypedAmount(plainDecimal: string, formatTag: string): string {
  const shortened = plainDecimal.includes('.') ? plainDecimal.replace(/\.?0+$/, '') : plainDecimal;
  return inOwnDigits(shortened, formatTag).replace('.', decimalSeparatorOf(formatTag));
}
