import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowing, keepCookieChoice, keptCookieChoice } from './cookie-choice.ts';
import { writePreference } from './preference.ts';

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

describe('the cookie choice', () => {
  it('begins with analytics and functional on, and targeting off', () => {
    expect(keptCookieChoice.read()).toEqual({ analytics: true, functional: true, targeting: false });
  });

  it('is kept', () => {
    keepCookieChoice({ analytics: false, functional: true, targeting: true });
    expect(keptCookieChoice.read()).toEqual({ analytics: false, functional: true, targeting: true });
  });

  it('is kept when everything is refused, too', () => {
    keepCookieChoice(allowing([]));
    expect(keptCookieChoice.read()).toEqual({ analytics: false, functional: false, targeting: false });
  });

  it('allows nothing by a text that is no choice', () => {
    stored.set('cookieChoice', '{"analytics":true}');
    expect(keptCookieChoice.read()).toEqual(allowing([]));
  });

  it('lets a preference be remembered until functional is refused', () => {
    writePreference('theme', 'dark');
    expect(stored.get('theme')).toBe('dark');
  });

  it('forgets preferences when functional is refused, and remembers none after it', () => {
    writePreference('theme', 'dark');
    keepCookieChoice(allowing([]));
    expect(stored.has('theme')).toBe(false);
    writePreference('theme', 'light');
    expect(stored.has('theme')).toBe(false);
  });

  it('touches nothing that is essential', () => {
    stored.set('token', 'a');
    stored.set('i18nextLng', 'fa');
    keepCookieChoice(allowing([]));
    expect([...stored.keys()].toSorted()).toEqual(['cookieChoice', 'i18nextLng', 'token']);
  });
});
