import { plainText } from '../../domain/plain-text.ts';

const han = /\p{Script=Han}/u;
const cyrillic = /\p{Script=Cyrillic}/u;
/** Russian words end in many ways, short ones in too many to cut. */
const stemmedLengthMin = 5;
const endingLength = 2;

/** What the forms of a word have in common. */
function stemOf(word: string): string {
  if (cyrillic.test(word)) return word.length < stemmedLengthMin ? word : word.slice(0, -endingLength);
  return word.length > 3 && /[a-z]s$/.test(word) ? word.slice(0, -1) : word;
}

let chineseWords: Intl.Segmenter | undefined;

/** Chinese is written without spaces. A browser that can't split it looks for the whole. */
function wordsOf(query: string): string[] {
  return plainText(query)
    .split(/[^\p{L}\p{N}@]+/u)
    .filter(Boolean)
    .flatMap((word) => {
      if (!han.test(word) || !('Segmenter' in Intl)) return [word];
      chineseWords ??= new Intl.Segmenter('zh', { granularity: 'word' });
      return Array.from(chineseWords.segment(word), ({ segment }) => segment);
    });
}

/** True if each word of the query is in the text, in whatever form. */
export function isFound(text: string, query: string): boolean {
  const whole = plainText(text);
  return wordsOf(query).every((word) => whole.includes(stemOf(word)));
}
