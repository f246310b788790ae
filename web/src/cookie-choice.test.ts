import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowing, keepCookieChoice, useCookieChoice } from './cookie-choice.ts';
import { writePreference } from './storage.ts';

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

/** As a page finds it that has just been opened. */
async function choiceOfNewPage() {
  vi.resetModules();
  return (await import('./cookie-choice.ts')).useCookieChoice.getState();
}

describe('the cookie choice', () => {
  it('begins with analytics and functional on, and targeting off', async () => {
    expect(await choiceOfNewPage()).toEqual({ analytics: true, functional: true, targeting: false });
  });

  it('is kept', async () => {
    keepCookieChoice({ analytics: false, functional: true, targeting: true });
    expect(useCookieChoice.getState()).toEqual({ analytics: false, functional: true, targeting: true });
    expect(await choiceOfNewPage()).toEqual({ analytics: false, functional: true, targeting: true });
  });

  it('is kept when everything is refused, too', async () => {
    keepCookieChoice(allowing([]));
    expect(useCookieChoice.getState()).toEqual({ analytics: false, functional: false, targeting: false });
    expect(await choiceOfNewPage()).toEqual({ analytics: false, functional: false, targeting: false });
  });

  it('allows nothing by a text that is no choice', async () => {
    stored.set('cookieChoice', '{"analytics":true}');
    expect(await choiceOfNewPage()).toEqual(allowing([]));
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
