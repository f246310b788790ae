import { encodeAddress } from '@mercury/contract/money/address.ts';
import { expect, it } from 'vitest';
import { compareAddresses, findLookAlike } from './look-alike-warning.tsx';

// Searched for until the last four characters were right, too: what a thief's computer does in an hour.
const friend = {
  kind: 'contact',
  name: 'Sara',
  address: 'mrcy1qv8pjfp08fz4qkmxw97g0y5a4zemajw5xan8kc',
} as const;
const trap = 'mrcy1qv8pjfp08fz4pudmq97g0y5a4zemajw5u4n8kc';
const own = { kind: 'own', address: encodeAddress(new Uint8Array(20).fill(200)) } as const;

it('finds the contact whose address a typed one could be mistaken for, in either case and with spaces', () => {
  expect(findLookAlike(` ${trap.toUpperCase()}\n`, [own, friend])).toBe(friend);
});

it('says nothing of a known address, of an unlike one, or of what is no address', () => {
  expect(findLookAlike(friend.address.toUpperCase(), [friend])).toBeUndefined();
  expect(findLookAlike(trap, [friend, { kind: 'recent', address: trap }])).toBeUndefined();
  expect(findLookAlike(encodeAddress(new Uint8Array(20).fill(77)), [own, friend])).toBeUndefined();
  expect(findLookAlike(friend.address.slice(0, -1), [friend])).toBeUndefined();
});

it('marks each character that differs, and puts the address together again', () => {
  expect(compareAddresses('mrcy1abcd', 'mrcy1axyd')).toEqual([
    { text: 'mrcy1a', isDifferent: false },
    { text: 'bc', isDifferent: true },
    { text: 'd', isDifferent: false },
  ]);
  expect(compareAddresses('abcd', 'ab')).toEqual([
    { text: 'ab', isDifferent: false },
    { text: 'cd', isDifferent: true },
  ]);
});
