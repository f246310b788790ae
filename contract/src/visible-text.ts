/**
 * What a reader would not see, or would see elsewhere than it stands: control characters, halves of characters, private and
 * never-assigned ones, what Unicode lets a program leave out, bidirectional controls, line and paragraph separators,
 * annotations, the braille cell without dots. Code points that Unicode may assign later are shown as boxes, and stay.
 */
const unseen =
  '\\p{Cc}\\p{Cs}\\p{Co}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\ufff9-\\ufffc\\u2800';

// Scripts whose letters never join: between two of these a joiner would be there only to make a name look like another.
const unjoined = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Han}0-9]';

const inWord = '[\\p{L}\\p{M}\\p{N}]';

/** Persian and the scripts of India write with joiners inside words, also where a Latin word gets an ending. */
const joinerInWord = `(?<=${inWord})[\\u200c\\u200d](?=${inWord})(?<!${unjoined}.(?=${unjoined}))`;

/** Emoji: joined ones, the picture's form, keycaps, and flags of countries within a state (UTS 51). */
const insideEmoji = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})[\\u{e0061}-\\u{e007a}]{5}\\u{e007f}',
].join('|');

const visible = `[^${unseen}]|${joinerInWord}|${insideEmoji}`;

/** One line that other people or mails will show. */
export const visibleLinePattern = new RegExp(`^(?:${visible})*$`, 'u');

/** Likewise of several lines. */
export const visibleLinesPattern = new RegExp(`^(?:[\\n\\r]|${visible})*$`, 'u');

/** Whoever types Persian leaves a joiner at the end of a word that is not finished. It counts as little as a space there. */
export function trimJoiners(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isJoinerOrSpace(text[start])) start += 1;
  while (end > start && isJoinerOrSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isJoinerOrSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\u200c' || character === '\u200d';
}
