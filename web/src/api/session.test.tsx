import { expect, it, vi } from 'vitest';
import { session } from './session.ts';

const ofSara = 'token-of-sara';
const ofOmid = 'token-of-omid';
const stored = () => localStorage.getItem('token');

/** Another tab has done so, and this one was frozen. */
function signInElsewhere(token: string): void {
  localStorage.setItem('token', token);
}

it.each(['signedOut', 'lost'] as const)(
  'one that is %s in a late tab ends alone: whom another tab has signed in stays, and is here too',
  (end) => {
    session.begin(ofSara);
    signInElsewhere(ofOmid);
    session.end(end);
    expect(stored()).toBe(ofOmid);
    expect(session.read()).toMatchObject({ token: ofOmid, end: null });
  },
);

it('its end is acknowledged without a word to the other tabs', () => {
  session.begin(ofSara);
  session.end('lost');
  signInElsewhere(ofOmid);
  session.acknowledgeEnd();
  expect(stored()).toBe(ofOmid);
  expect(session.read().end).toBeNull();
});

it.each([
  ['is told of it', () => new StorageEvent('storage', { key: 'token' })],
  ['is told that everything was cleared', () => new StorageEvent('storage', { key: null })],
  ['comes back out of the browser’s memory', () => new PageTransitionEvent('pageshow', { persisted: true })],
])('is what another tab has made of it once the page %s, by way of nobody', (_when, eventOf) => {
  session.begin(ofSara);
  const seen: (string | null)[] = [];
  const stop = session.subscribe(() => seen.push(session.read().token));
  signInElsewhere(ofOmid);
  dispatchEvent(eventOf());
  localStorage.clear();
  dispatchEvent(eventOf());
  stop();
  expect(seen).toEqual([null, ofOmid, null]);
});

it('is what another tab has made of it once the page is looked at again', () => {
  session.begin(ofSara);
  signInElsewhere(ofOmid);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(session.read().token).toBe(ofOmid);
});

it('lasts as long as the page where nothing can be stored', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  session.begin(ofSara);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(session.read().token).toBe(ofSara);
  session.end('signedOut');
  expect(session.read()).toMatchObject({ token: null, end: 'signedOut' });
});
