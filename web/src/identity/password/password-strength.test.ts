import { expect, test } from 'vitest';
import { profileStrength, registerStrength, resetStrength } from './password-strength.ts';

test.each([
  ['aaaaaaaa', 0, 'weak'],
  ['aaaaaaaaa', 1, 'weak'],
  ['Aaaaaaaaa', 2, 'weak'],
  ['Aaaaaaaa1', 3, 'medium'],
  ['Aaaaaaa1!', 4, 'strong'],
  ['Aaaaaaaaaa1!', 4, 'strong'],
  ['Aaaaaaaaaaa1!', 5, 'strong'],
])('registration scores %s as %i, %s', (password, filled, label) => {
  expect(registerStrength(password)).toMatchObject({ filled, bars: 5, label });
});

test.each([
  ['a', 0, 'veryWeak'],
  ['aaaaaaaa', 1, 'weak'],
  ['Aaaaaaaa', 2, 'fair'],
  ['Aaaaaaa1', 2, 'fair'],
  ['Aaaaaa1!', 3, 'good'],
  ['Aaaaaaaaaa1!', 4, 'strong'],
])('reset puts %s on level %i, %s', (password, level, label) => {
  expect(resetStrength(password)).toMatchObject({ filled: level + 1, bars: 5, label });
});

test.each([
  ['a', 16, 'weak'],
  ['aA', 33, 'medium'],
  ['aA1!', 66, 'medium'],
  ['aaaaaA1!', 83, 'strong'],
  ['aaaaaaaaaA1!', 100, 'strong'],
])('the profile counts %s as %i percent, %s', (password, percent, label) => {
  expect(profileStrength(password)).toMatchObject({ percent, label });
});

test('the profile shows no meter for nothing', () => {
  expect(profileStrength('')).toBeNull();
});
