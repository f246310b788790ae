import { afterEach, expect, it } from 'vitest';
import { signIn } from '../test/render-app.tsx';
import { balanceOf, omid, sara } from '../test/samples.ts';
import { keepGreeting, keepLastKnown, keepList, readLastKnown } from './last-known.ts';
import { session } from './session.ts';

const key = 'lastKnown';
const known = { user: sara, balance: balanceOf(), atMs: 1000 };

afterEach(() => localStorage.removeItem(key));

it('gives back what the person of this session saw last', () => {
  signIn(sara);
  keepLastKnown(known);
  expect(readLastKnown()).toMatchObject(known);
});

it('gives back the last of each list, whether it came before the balance or after', () => {
  signIn(sara);
  keepList(['contacts', { page: 1 }], ['former']);
  expect(readLastKnown()).toBeNull();
  keepLastKnown(known);
  keepList(['transactions'], ['paid']);
  keepList(['contacts', { page: 1 }], ['latest']);
  keepLastKnown({ ...known, atMs: 2000 });
  const lists = readLastKnown()?.lists.map(({ queryKey, data }) => [queryKey, data]);
  expect(lists).toEqual([
    [['transactions'], ['paid']],
    [['contacts', { page: 1 }], ['latest']],
  ]);
});

it('keeps no list of the former person', () => {
  signIn(sara);
  keepLastKnown(known);
  keepList(['contacts'], ['Omid']);
  signIn(omid);
  keepLastKnown({ ...known, user: omid });
  expect(readLastKnown()?.lists).toEqual([]);
});

it('keeps nothing where nobody is signed in', () => {
  keepLastKnown(known);
  keepList(['contacts'], ['Omid']);
  expect(localStorage.getItem(key)).toBeNull();
});

it('keeps the greeting beside the rest, under the mark of the session', () => {
  signIn(sara);
  keepGreeting({ locale: 'en', text: 'Hello, Sara' });
  keepLastKnown(known);
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '');
  expect(kept).toMatchObject({ ...known, greeting: { locale: 'en', text: 'Hello, Sara' } });
  // boot.js reads it by the end of the token.
  expect(kept).toMatchObject({ mark: expect.stringMatching(/ \S{8}$/) });
});

it.each([
  ['ends', () => session.end('signedOut')],
  ['gives way to another', () => signIn(omid)],
])('is gone when the session %s', (_how, change) => {
  signIn(sara);
  keepLastKnown(known);
  change();
  expect(localStorage.getItem(key)).toBeNull();
});

it('stays where another tab has begun the session that it is of', () => {
  signIn(omid);
  keepLastKnown({ ...known, user: omid });
  const kept = localStorage.getItem(key) ?? '';
  signIn(sara);
  localStorage.setItem('token', 'token-of-omid');
  localStorage.setItem(key, kept);
  session.end('lost');
  expect(localStorage.getItem(key)).toBe(kept);
});

it('is not kept by a tab that has not heard that somebody else is there', () => {
  signIn(sara);
  localStorage.setItem('token', 'token-of-omid');
  keepLastKnown(known);
  expect(localStorage.getItem(key)).toBeNull();
});

it('is not shown to another session, though it lies there still', () => {
  signIn(sara);
  keepLastKnown(known);
  const left = localStorage.getItem(key) ?? '';
  signIn(omid);
  localStorage.setItem(key, left);
  expect(readLastKnown()).toBeNull();
});

it.each(['no JSON', '{}', JSON.stringify({ version: 1, ...known })])('takes no notice of %s', (text) => {
  signIn(sara);
  localStorage.setItem(key, text);
  expect(readLastKnown()).toBeNull();
});
