import { expect, it } from 'vitest';
import { createIntentKeys } from './intent-key.ts';

const input = { amount: '5', recipientAddress: 'mrcy1a' };

it('names the same input by the same key until it is settled', () => {
  const keys = createIntentKeys();
  const first = keys.keyFor(input);
  expect(keys.keyFor({ ...input })).toBe(first);
  keys.settle();
  expect(keys.keyFor(input)).not.toBe(first);
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
