import { expect, test } from 'vitest';
import { codeOf, emptyCode, isCodeFull, keptCharacter, pastedCode, withCharacter } from './code-entry.ts';

test('a box keeps the last of several characters', () => {
  expect(keptCharacter('ab')).toBe('B');
  expect(keptCharacter('7')).toBe('7');
  expect(keptCharacter('')).toBe('');
  // A Persian keyboard types Persian digits.
  expect(keptCharacter('۷')).toBe('7');
});

test('a box refuses what is no letter or digit', () => {
  expect(keptCharacter('-')).toBeNull();
  expect(keptCharacter('a ')).toBeNull();
  expect(keptCharacter('é')).toBeNull();
});

test.each([
  ['abcd', 'ABCD'],
  ['abcdef', 'ABCDEF'],
  ['abcdefgh', 'ABCDEF'],
  [' 12ab34\n', '12AB34'],
  ['۱۲۳۴۵۶', '123456'],
])('pasting %j fills the boxes with %s', (text, code) => {
  expect(codeOf(pastedCode(text) ?? [])).toBe(code);
});

test.each(['abc', 'abcdefghi', 'ab-def', '', 'кодкод'])('pasting %j changes nothing', (text) => {
  expect(pastedCode(text)).toBeNull();
});

test('a code is full when every box holds a character', () => {
  expect(isCodeFull(pastedCode('abcde') ?? [])).toBe(false);
  expect(isCodeFull(pastedCode('abcdef') ?? [])).toBe(true);
  expect(codeOf(withCharacter(emptyCode, 2, 'K'))).toBe('K');
});
