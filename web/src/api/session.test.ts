import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A page of its own, with what the browser had kept. */
async function openPage(kept: Readonly<Record<string, string>>) {
  const storage = new Map(Object.entries(kept));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.resetModules();
  const { session, useSessionSnapshot } = await import('./session.ts');
  return { session, storage, useSessionSnapshot };
}

beforeEach(() => {
  vi.useFakeTimers({ now: performance.timeOrigin + 60_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('was asked about since the page began where it was there before', async () => {
  const { session } = await openPage({ token: 'token-of-sara' });
  expect(session.read().token).toBe('token-of-sara');
  expect(session.askedSinceMs()).toBe(performance.timeOrigin);
});

it('was asked about since it began where it began in this page', async () => {
  const { session } = await openPage({});
  const beganAtMs = Date.now();
  session.begin('token-of-sara');
  vi.advanceTimersByTime(1000);
  expect(session.askedSinceMs()).toBe(beganAtMs);
});

it('was asked about since this tab took it over where another tab began it', async () => {
  const { session, storage } = await openPage({ token: 'token-of-sara' });
  storage.set('token', 'token-of-omid');
  session.end('signedOut');
  expect(session.read().token).toBe('token-of-omid');
  expect(session.askedSinceMs()).toBe(Date.now());
});

it.each([
  ['a visitor’s page begins with the very state that was prerendered, so nothing renders anew', {}, true],
  ['a signed-in person’s page does not begin with the prerendered state', { token: 'token-of-sara' }, false],
])('%s', async (_what, kept, isSame) => {
  const { session, useSessionSnapshot } = await openPage(kept);
  function Page() {
    return String(useSessionSnapshot() === session.read());
  }
  expect(renderToString(createElement(Page))).toBe(String(isSame));
});
