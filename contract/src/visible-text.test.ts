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
  ['a soft hyphen', 'Ad\u00ada'],
  ['a joiner alone', '\u200d\u200c\u200d'],
  ['a joiner between Latin letters', 'Ad\u200da'],
  ['a non-joiner between Cyrillic letters', 'Ив\u200cан'],
  ['a non-joiner beside a space', 'می \u200cخواهم'],
  ['two joiners', 'می\u200c\u200cخواهم'],
  ['Hangul’s filler', '\u3164\u3164'],
  ['Hangul’s filler in half width', 'Ada\uffa0'],
  ['braille without dots', '\u2800\u2800'],
  ['a tag', 'Ada\u{e0041}'],
  [
    'tags behind a flag that say more than a country',
    '\u{1f3f4}\u{e0061}\u{e0062}\u{e0063}\u{e0064}\u{e0065}\u{e0066}\u{e007f}',
  ],
  ['a selector behind a letter', 'Ada\ufe0f'],
  ['a selector for ideographs', '王\u{e0100}芳'],
  ['an annotation', 'Ad\ufff9a'],
  ['a place for an object', 'Ad\ufffca'],
  ['a code point that is no character', 'Ad\uffffa'],
  ['another that is none', 'Ad\u{1fffe}a'],
  ['a private character', 'Ad\ue000a'],
  ['a code point that is to be left out', 'Ad\u2065a'],
  ['a Mongolian vowel separator', 'Ad\u180ea'],
  ['a grapheme joiner', 'Ad\u034fa'],
  ['half a character', 'Ad\ud83da'],
  ['a direction', 'Ad\u202ea'],
  ['a line separator', 'Ad\u2028a'],
  ['a control character', 'Ad\u0007a'],
];

const seen = [
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
    const result = schema.safeParse(text);
    // Joiners at the ends are dropped, and what is left of them alone is nothing.
    expect(result.success && result.data !== '').toBe(false);
  });

  it.each(seen)('holds %j as it is', (text) => {
    expect(schema.safeParse(text)).toEqual({ success: true, data: text });
  });
});

it.each(['\u3000\u00a0', '\u2003\u2003\u2003', '  '])('nobody is called %j', (blank) => {
  expect(personNameSchema.safeParse(blank).success).toBe(false);
  expect(labelSchema.safeParse(blank).success).toBe(false);
});

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

it('a text as long as a body is read through at once', () => {
  const before = Date.now();
  for (const unit of [' ', '\u200c', 'a\u200c', '\u{1f3f4}\u{e0061}', '❤️\u200d']) {
    expect(noteSchema.safeParse(`x${unit.repeat(limits.bodyBytesMax)}x`).success).toBe(false);
  }
  expect(Date.now() - before).toBeLessThan(2000);
});
