import { expect, it } from 'vitest';
import { letterOf } from './jump-keys.ts';

it.each([
  [{ key: 'g', code: 'KeyG' }, 'g'],
  // Another arrangement of Latin letters: what is printed on the key counts.
  [{ key: 'a', code: 'KeyQ' }, 'a'],
  [{ key: 'ل', code: 'KeyG' }, 'g'],
  [{ key: 'п', code: 'KeyG' }, 'g'],
  [{ key: 'Enter', code: 'Enter' }, ''],
  [{ key: '1', code: 'Digit1' }, ''],
])('a key is its letter, or its place where letters are not Latin: %o', (press, letter) => {
  expect(letterOf(press)).toBe(letter);
});
