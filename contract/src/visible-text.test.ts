import { describe, expect, it } from 'vitest';
import {
  contactMessageSchema,
  labelSchema,
  noteSchema,
  personNameSchema,
  reasonSchema,
} from './api/shapes.ts';
import { limits } from './limits.ts';

const hidden: readonly (readonly [what: string, text: string])[] = [
  ['Hangul’s filler', '\u3164\u3164'],
  ['Hangul’s filler in half width', 'Ada\uffa0'],
  ['braille without dots', '\u2800\u2800'],
  ['a tag', 'Ada\u{e0041}'],
  [
    'tags behind a flag that say more than a country',
    '\u{1f3f4}\u{e0061}\u{e0062}\u{e0063}\u{e0064}\u{e0065}\u{e0066}\u{e007f}',
  ],
  ['an annotation', 'Ad\ufff9a'],
  ['a place for an object', 'Ad\ufffca'],
  ['a code point that is no character', 'Ad\uffffa'],
  ['another that is none', 'Ad\u{1fffe}a'],
  ['a private character', 'Ad\ue000a'],
  ['a code point that is to be left out', 'Ad\u2065a'],
  ['a grapheme joiner', 'Ad\u034fa'],
  ['half a character', 'Ad\ud83da'],
  ['a direction that is forced', 'Ad\u202ea'],
  ['a direction that is begun', 'Ad\u202ba'],
  ['a direction set apart', 'Ad\u2067a\u2069'],
  ['a line separator', 'Ad\u2028a'],
  ['a control character', 'Ad\u0007a'],
];

/** What editors and keyboards leave in honest text, and a reader misses as little as a program that leaves it out. */
const harmless: readonly (readonly [what: string, text: string, kept: string])[] = [
  ['a soft hyphen', 'Ad\u00ada', 'Ada'],
  ['a joiner between Latin letters', 'Ad\u200da', 'Ada'],
  ['a non-joiner between Cyrillic letters', 'Ив\u200cан', 'Иван'],
  ['a non-joiner before a space', 'خانه\u200c ما', 'خانه ما'],
  ['a non-joiner behind a space', 'می \u200cخواهم', 'می خواهم'],
  ['a second joiner', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
  ['a second joiner behind a mark', 'می\u200c\u200e\u200cخواهم', 'می\u200cخواهم'],
  ['a joiner at the end of a word that is no half letter', 'കല\u200d മല', 'കല മല'],
  ['a left-to-right mark', 'Ada\u200e!', 'Ada!'],
  ['a right-to-left mark', 'سلام\u200f!', 'سلام!'],
  ['an Arabic letter mark', 'سلام\u061c!', 'سلام!'],
  ['a Thai word’s end', 'สวัสดี\u200bครับ', 'สวัสดีครับ'],
  ['a word joiner', 'Ada\u2060!', 'Ada!'],
  ['the beginning of a file', '\ufeffAda', 'Ada'],
  ['a selector behind a letter', 'Ada\ufe0f', 'Ada'],
  ['a selector and a joiner behind a letter', 'Ada\ufe0f\u200d❤', 'Ada❤'],
  ['a selector behind an ideograph', '王\ufe00芳', '王芳'],
  ['a selector for ideographs', '葛\u{e0100}城', '葛城'],
  ['a Mongolian selector', 'ᠮᠤ\u180bᠩ', 'ᠮᠤᠩ'],
  ['a Mongolian vowel separator', 'ᠮ\u180eᠠ', 'ᠮᠠ'],
];

const seen = [
  'അവന\u0d4d\u200d വന്നു',
  'അവന\u0d4d\u200d',
  'উৎসব হঠাত\u09cd\u200d',
  'می\u200cخواهم',
  'PDF\u200cها',
  '۱۰\u200cتا',
  'خانهٔ ما',
  'क्\u200dष',
  'Élodie O’Brien-Núñez',
  'Ёлка Щукина',
  '王小明',
  'e\u0301a',
  '👨‍👩‍👧‍👦 and 👩🏽‍⚕️',
  '🏳️‍🌈 ❤️ 1️⃣ 🇮🇷',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
];

describe.each([
  ['a name', personNameSchema],
  ['a label', labelSchema],
  ['a note', noteSchema],
  ['a reason', reasonSchema],
])('%s', (_what, schema) => {
  it.each(hidden)('holds nothing that a reader does not see, such as %s', (_hidden, text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  it.each(harmless)('loses %s, which fools nobody', (_harmless, text, kept) => {
    expect(schema.safeParse(text)).toEqual({ success: true, data: kept });
    expect(schema.safeParse(kept)).toEqual({ success: true, data: kept });
  });

  it.each(seen)('holds %j as it is', (text) => {
    expect(schema.safeParse(text)).toEqual({ success: true, data: text });
  });
});

it.each(['\u3000\u00a0', '\u2003\u2003\u2003', '  ', '\u200b\u200b', '\u200d\u200c\u200d', ' \u00ad\ufe0f '])(
  'nobody is called %j',
  (blank) => {
    expect(personNameSchema.safeParse(blank).success).toBe(false);
    expect(labelSchema.safeParse(blank).success).toBe(false);
  },
);

it('a joiner at the end, as it stands there while a word is typed, counts as little as a space', () => {
  expect(noteSchema.parse('\u200c می\u200c ')).toBe('می');
});

it.each(['\u200c', '\u200d', '\u200d \u200c'])('%j at either end is dropped', (joiner) => {
  expect(noteSchema.parse(`${joiner}می${joiner}`)).toBe('می');
});

it('a message may have lines', () => {
  const text = 'What I would like to know:\r\n\r\nمی\u200cخواهم 👨‍👩‍👧‍👦';
  expect(contactMessageSchema.parse(text)).toBe(text);
});

it('a tab is a space in a text of several lines, and nothing of one line', () => {
  expect(reasonSchema.parse('one\ttwo\n\tthree')).toBe('one two\n three');
  expect(personNameSchema.safeParse('Ada\tLovelace').success).toBe(false);
});

it('a text as long as a body is read through at once', () => {
  const before = Date.now();
  for (const unit of [' ', '\u200c', 'a\u200c', '\u{1f3f4}\u{e0061}', '❤️\u200d']) {
    const isShort = unit === '\u200c';
    expect(noteSchema.safeParse(`x${unit.repeat(limits.bodyBytesMax)}x`).success).toBe(isShort);
  }
  expect(Date.now() - before).toBeLessThan(2000);
});
