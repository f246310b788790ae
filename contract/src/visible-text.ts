/**
 * A reader can't see these, or sees them in another place: control characters, lone surrogates, private and never-assigned ones,
 * default-ignorable ones, bidirectional controls, line and paragraph separators, annotations, the blank braille cell. Code points
 * of the future stay: they show as boxes.
 */
const unseen =
  '\\p{Cc}\\p{Cs}\\p{Co}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\ufff9-\\ufffc\\u2800';

// Their letters never join: between two of these a joiner only fakes another name.
const unjoined = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Han}0-9]';

const inWord = '[\\p{L}\\p{M}\\p{N}]';

/** Persian and Indian scripts use joiners inside words, also where a Latin word gets an ending. */
const joinerInWord = `(?<=${inWord})[\\u200c\\u200d](?=${inWord})(?<!${unjoined}.(?=${unjoined}))`;

/** Half letters at the end of a word: Bengali, and Malayalam before Unicode 5.1. */
const joinerOfHalfLetter = '(?<=[\\u09cd\\u0d4d])\\u200d';

/** Emoji (UTS 51): joined sequences, variation selectors, keycaps. */
const joinerInEmoji =
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})';
const selectorInEmoji = '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)';

/** Flags of regions within a state. */
const tagsInFlag = '(?<=\\u{1f3f4})[\\u{e0061}-\\u{e007a}]{5}\\u{e007f}';

const rightJoiner = `${joinerInWord}|${joinerOfHalfLetter}|${joinerInEmoji}`;

const visible = `[^${unseen}]|${rightJoiner}|${selectorInEmoji}|${tagsInFlag}`;

/** For texts that other people or mails show. */
export const visibleLinePattern = new RegExp(`^(?:${visible})*$`, 'u');

export const visibleLinesPattern = new RegExp(`^(?:[\\n\\r]|${visible})*$`, 'u');

/**
 * Harmless in honest text: soft hyphens, zero-width spaces, direction marks (not the controls, which reorder the text), variation
 * selectors.
 */
const weightless = new RegExp(
  '[\\u00ad\\u061c\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2060\\ufeff]|[\\ufe00-\\ufe0d]|[\\u{e0100}-\\u{e01ef}]',
  'gu',
);

const wrongSelector = new RegExp(`(?!${selectorInEmoji})[\\ufe0e\\ufe0f]`, 'gu');
const furtherJoiners = /(?<=[\u200c\u200d])[\u200c\u200d]+/gu;
const wrongJoiner = new RegExp(`(?!${rightJoiner})[\\u200c\\u200d]`, 'gu');

/** Joiners go last: whether one is right depends on the remaining text. */
export function withoutWeightless(text: string): string {
  const kept = text
    .replaceAll(weightless, '')
    .replaceAll(wrongSelector, '')
    .replaceAll(furtherJoiners, '')
    .replaceAll(wrongJoiner, '');
  let [start, end] = [0, kept.length];
  while (kept[start] === ' ') start += 1;
  while (end > start && kept[end - 1] === ' ') end -= 1;
  return kept.slice(start, end);
}

/** A tab becomes a space. */
export function linesWithoutWeightless(text: string): string {
  return withoutWeightless(text.replaceAll('\t', ' '));
}
