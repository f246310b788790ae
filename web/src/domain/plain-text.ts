import { toAsciiDigit } from '../ui/typed-amount.ts';

// Letters that people type in place of each other on Persian and Arabic keyboards.
const arabicYeh = /[يى]/g;
const arabicKaf = /ك/g;
/** Joiners and marks of direction, which nobody types in a search. */
const invisible = /[\u200b-\u200f\u061c\u2066-\u2069]/g;

/** Texts that a reader takes for the same become the same. */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(invisible, '')
    .replaceAll(arabicYeh, 'ی')
    .replaceAll(arabicKaf, 'ک')
    .toLowerCase();
  return Array.from(plain, toAsciiDigit).join('');
}
