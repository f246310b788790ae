import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../test/render-app.tsx';
import { omid, sara } from '../test/samples.ts';
import { createIntentKeys } from './intent-key.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

const input = { amount: '20', recipientAddress: omid.walletAddress };
const stored = () => localStorage.getItem('unsettled');

/** Another page knows what the browser has stored. */
const reload = () => createIntentKeys('transfer');

describe('after a reload, or in another tab', () => {
  it('the same input has the same key, and another amount or command another', () => {
    signIn(sara);
    const first = createIntentKeys('transfer').keyFor(input);
    const keys = reload();
    expect(keys.unanswered()).toHaveLength(1);
    expect(keys.keyFor(input)).toBe(first);
    expect(keys.keyFor({ ...input, amount: '21' })).not.toBe(first);
    expect(createIntentKeys('withdrawal').keyFor(input)).not.toBe(first);
  });

  it('what was settled is a new intent, and nothing of it stays', () => {
    signIn(sara);
    const keys = createIntentKeys('transfer');
    const first = keys.keyFor(input);
    keys.settle(input);
    expect(stored()).toBeNull();
    expect(reload().keyFor(input)).not.toBe(first);
  });

  it('another person has another key, and the former finds their own when they come back', () => {
    signIn(sara);
    const first = createIntentKeys('transfer').keyFor(input);
    session.end('lost');
    signIn(omid);
    const other = reload().keyFor(input);
    expect(other).not.toBe(first);
    expect(reload().unanswered()).toHaveLength(1);
    reload().settle(input);
    expect(reload().unanswered()).toHaveLength(0);
    session.end('lost');
    signIn(sara);
    expect(reload().keyFor(input)).toBe(first);
  });

  it('whoever signs out removes what they sent, and not what another person did', () => {
    signIn(sara);
    const first = createIntentKeys('transfer').keyFor(input);
    session.end('lost');
    signIn(omid);
    reload().keyFor({ ...input, amount: '21.5' });
    session.end('signedOut', { userId: omid.id });
    expect(stored()).not.toContain('21.5');
    signIn(sara);
    expect(reload().keyFor(input)).toBe(first);
    session.end('signedOut', { userId: sara.id });
    expect(stored()).toBeNull();
  });

  it('what has no answer is known to its person alone, with what it is about', () => {
    signIn(sara);
    createIntentKeys('transfer').keyFor(input, { amount: '20' });
    const aboutLost = () =>
      reload()
        .unanswered()
        .map(({ about }) => about);
    expect(aboutLost()).toEqual([{ amount: '20' }]);
    expect(createIntentKeys('trade').unanswered()).toEqual([]);
    session.end('lost');
    queryClient.clear();
    expect(aboutLost()).toEqual([]);
    signIn(omid);
    expect(aboutLost()).toEqual([]);
    signIn(sara);
    const keys = reload();
    keys.refuse(input);
    expect(keys.unanswered()).toHaveLength(0);
  });

  it('an answer that comes after the session was lost takes nothing else along', () => {
    signIn(sara);
    const keys = createIntentKeys('transfer');
    const first = keys.keyFor(input);
    session.end('lost');
    keys.settle({ ...input, amount: '21' });
    signIn(sara);
    expect(reload().keyFor(input)).toBe(first);
  });

  it('whoever signed out has left nothing', () => {
    signIn(sara);
    createIntentKeys('transfer').keyFor(input);
    session.end('signedOut');
    expect(stored()).toBeNull();
  });

  it('what another tab has settled or begun since is known', () => {
    signIn(sara);
    const keys = createIntentKeys('transfer');
    const first = keys.keyFor(input);
    const begun = stored();
    keys.settle(input);
    expect(keys.unanswered()).toHaveLength(0);
    localStorage.setItem('unsettled', begun ?? '');
    expect(keys.keyFor(input)).toBe(first);
  });

  it('a tab that hears of the end of the session in another forgets nothing of what that one kept', () => {
    signIn(sara);
    const first = createIntentKeys('transfer').keyFor(input);
    // As after an answer that the session is over, in another tab.
    localStorage.removeItem('token');
    dispatchEvent(new Event('storage'));
    expect(session.read().end).toBe('signedOut');
    signIn(sara);
    expect(reload().keyFor(input)).toBe(first);
  });

  it('a tab that does not know yet that its person signed out keeps nothing', () => {
    signIn(sara);
    localStorage.removeItem('token');
    createIntentKeys('transfer').keyFor(input);
    expect(stored()).toBeNull();
    dispatchEvent(new Event('storage'));
    signIn(sara);
    expect(reload().unanswered()).toHaveLength(0);
  });

  it('what is stored in another shape counts as nothing', () => {
    localStorage.setItem('unsettled', '{"transfer":7}');
    expect(reload().keyFor(input)).toMatch(/^[0-9a-f]{32}$/);
  });
});

it('keeps the key as long as the page where nothing can be stored', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const keys = createIntentKeys('transfer');
  expect(keys.keyFor(input)).toBe(keys.keyFor(input));
});

it('knows that an attempt may have arrived, unless every one was refused', () => {
  signIn(sara);
  const keys = createIntentKeys('transfer');
  keys.keyFor(input);
  keys.refuse(input);
  expect(keys.unanswered()).toHaveLength(0);
  keys.keyFor(input);
  expect(keys.unanswered()).toHaveLength(1);
  keys.keyFor(input);
  keys.refuse(input);
  expect(keys.unanswered()).toHaveLength(1);
});

it('keeps what may have arrived, however many others were refused since', () => {
  signIn(sara);
  const first = createIntentKeys('transfer').keyFor(input);
  const orders = createIntentKeys('order');
  for (let amount = 1; amount <= 20; amount += 1) {
    orders.keyFor({ amount });
    orders.refuse({ amount });
  }
  expect(createIntentKeys('transfer').keyFor(input)).toBe(first);
});

it('keeps the last 20 that have no answer, of each person', () => {
  signIn(sara);
  const first = createIntentKeys('transfer').keyFor(input);
  session.end('lost');
  signIn(omid);
  const orders = createIntentKeys('order');
  for (let amount = 1; amount <= 21; amount += 1) orders.keyFor({ amount });
  expect(orders.unanswered()).toHaveLength(20);
  session.end('lost');
  signIn(sara);
  expect(createIntentKeys('transfer').keyFor(input)).toBe(first);
});
