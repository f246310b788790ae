import { expect, it } from 'vitest';
import { createIntentKeys } from './intent-key.ts';
import { session } from './session.ts';

const input = { amount: '5', recipientAddress: 'mrcy1a' };

it('names the same input by the same key until it is settled', () => {
  const keys = createIntentKeys();
  const first = keys.keyFor(input);
  expect(keys.keyFor({ ...input })).toBe(first);
  keys.settle();
  expect(keys.keyFor(input)).not.toBe(first);
});

it('names the same intent by the same key after its person had to sign in anew', () => {
  const keys = createIntentKeys();
  session.begin('first');
  const first = keys.keyFor(input);
  session.end('lost');
  session.begin('second');
  expect(keys.keyFor(input)).toBe(first);
});

it('names other input by another key', () => {
  const keys = createIntentKeys();
  const first = keys.keyFor(input);
  expect(keys.keyFor({ ...input, amount: '6' })).not.toBe(first);
});

it('makes keys of 128 random bits that the API takes', () => {
  const key = createIntentKeys().keyFor(input);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
});

it('names a new intent when the same is asked for long after an answer was lost', () => {
  let nowMs = 0;
  let count = 0;
  const keys = createIntentKeys(
    () => `key ${(count += 1)}`,
    () => nowMs,
  );
  expect(keys.keyFor({ amount: '1' })).toBe('key 1');
  nowMs = 5 * 60 * 1000 - 1;
  expect(keys.keyFor({ amount: '1' })).toBe('key 1');
  nowMs += 1;
  expect(keys.keyFor({ amount: '1' })).toBe('key 2');
});
