import { beforeEach, expect, it } from 'vitest';
import { createIntentKeys } from './intent-key.ts';
import { session } from './session.ts';

const input = { amount: '5', recipientAddress: 'mrcy1a' };

beforeEach(() => {
  session.end('signedOut');
});

it('names the same input by the same key until it is settled', () => {
  const keys = createIntentKeys('transfer');
  const first = keys.keyFor(input);
  expect(keys.keyFor({ ...input })).toBe(first);
  keys.settle(input);
  expect(keys.keyFor(input)).not.toBe(first);
});

it('names the same intent by the same key after its person had to sign in anew', () => {
  const keys = createIntentKeys('transfer');
  session.begin('first');
  const first = keys.keyFor(input);
  session.end('lost');
  session.begin('second');
  expect(keys.keyFor(input)).toBe(first);
});

it('names another intent after its person has signed out', () => {
  const keys = createIntentKeys('transfer');
  session.begin('first');
  const first = keys.keyFor(input);
  session.end('signedOut');
  session.begin('second');
  expect(keys.keyFor(input)).not.toBe(first);
});

it('names other input by another key, and each as before, whichever is settled', () => {
  const keys = createIntentKeys('transfer');
  const first = keys.keyFor(input);
  const other = { ...input, amount: '6' };
  expect(keys.keyFor(other)).not.toBe(first);
  keys.settle(other);
  expect(keys.keyFor(input)).toBe(first);
});

it('names the same input of another command by another key', () => {
  const first = createIntentKeys('deposit').keyFor(input);
  expect(createIntentKeys('payment').keyFor(input)).not.toBe(first);
});

it('makes keys of 128 random bits that the API takes', () => {
  const key = createIntentKeys('transfer').keyFor(input);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
});

it('names a new intent when the same is asked for after the server has forgotten the key', () => {
  let nowMs = 0;
  let count = 0;
  const keys = createIntentKeys(
    'transfer',
    () => `key ${(count += 1)}`,
    () => nowMs,
  );
  expect(keys.keyFor({ amount: '1' })).toBe('key 1');
  nowMs = 23 * 60 * 60 * 1000 - 1;
  expect(keys.keyFor({ amount: '1' })).toBe('key 1');
  nowMs += 1;
  expect(keys.keyFor({ amount: '1' })).toBe('key 2');
});
