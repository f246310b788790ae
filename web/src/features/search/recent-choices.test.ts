import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRecentChoice, readRecentChoices } from './recent-choices.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the last five, the latest first and each once', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) keepRecentChoice('sara', id);
  expect(readRecentChoices('sara')).toEqual(['c', 'f', 'e', 'd', 'b']);
});

it('shows nobody what another person chose, and forgets it with their first choice', () => {
  keepRecentChoice('sara', 'a');
  expect(readRecentChoices('omid')).toEqual([]);
  keepRecentChoice('omid', 'b');
  expect(readRecentChoices('omid')).toEqual(['b']);
  expect(readRecentChoices('sara')).toEqual([]);
});

it('keeps nothing for whoever refused conveniences', () => {
  stored.set('cookieChoice', 'analytics');
  keepRecentChoice('sara', 'a');
  expect(readRecentChoices('sara')).toEqual([]);
});

it.each(['no JSON', '[]', '{"owner":"sara"}', '{"owner":"sara","ids":[1]}'])(
  'reads %j as nothing',
  (text) => {
    stored.set('recentSearches', text);
    expect(readRecentChoices('sara')).toEqual([]);
  },
);
