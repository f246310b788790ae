import { expect, it } from 'vitest';
import { isSearchPress, searchKeysOn } from './search-keys.ts';

const press = { key: 'k', code: 'KeyK', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it('opens the search by ⌘ K on Apple’s systems, where Ctrl K edits text, and by Ctrl K elsewhere', () => {
  for (const platform of ['MacIntel', 'iPad']) {
    expect(searchKeysOn(platform).shown).toBe('⌘ K');
    expect(isSearchPress({ ...press, metaKey: true }, platform)).toBe(true);
    expect(isSearchPress({ ...press, ctrlKey: true }, platform)).toBe(false);
  }
  expect(searchKeysOn('Win32').shown).toBe('Ctrl K');
  expect(isSearchPress({ ...press, ctrlKey: true }, 'Win32')).toBe(true);
  expect(isSearchPress({ ...press, metaKey: true }, 'Win32')).toBe(false);
});

it.each([
  ['a Persian keyboard', { key: 'ن', code: 'KeyK' }, true],
  ['a Russian keyboard', { key: 'л', code: 'KeyK' }, true],
  ['capitals', { key: 'K', code: 'KeyK' }, true],
  ['a Dvorak keyboard, whose K is elsewhere', { key: 'k', code: 'KeyV' }, true],
  ['the letter that Dvorak has in its place', { key: 't', code: 'KeyK' }, false],
])('knows the key on %s', (_, key, isOne) => {
  expect(isSearchPress({ ...press, ...key, ctrlKey: true }, 'Linux x86_64')).toBe(isOne);
});

it.each(['altKey', 'shiftKey', 'metaKey'] as const)('leaves a press with %s to the browser', (modifier) => {
  expect(isSearchPress({ ...press, ctrlKey: true, [modifier]: true }, 'Win32')).toBe(false);
});

it('leaves the letter alone to the text', () => {
  expect(isSearchPress(press, 'Win32')).toBe(false);
});
