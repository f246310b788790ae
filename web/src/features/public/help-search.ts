import { plainText } from '../../domain/plain-text.ts';

const cyrillic = /\p{Script=Cyrillic}/u;
/** Russian words end in many ways, short ones in too many to cut. */
const stemmedLengthMin = 5;
const endingLength = 2;

/** What the forms of a word have in common. */
function stemOf(word: string): string {
  if (cyrillic.test(word)) return word.length < stemmedLengthMin ? word : word.slice(0, -endingLength);
  return word.length > 3 && /[a-z]s$/.test(word) ? word.slice(0, -1) : word;
}

/** True if each word of the query is in the text, in whatever form. */
export function isFound(text: string, query: string): boolean {
  const whole = plainText(text);
  return plainText(query)
    .split(/[^\p{L}\p{N}@]+/u)
    .filter(Boolean)
    .every((word) => whole.includes(stemOf(word)));
}
