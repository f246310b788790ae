import { expect, it } from 'vitest';
import { arrivalsSince, newestIdOf } from './arrivals.ts';

const unread = (...ids: readonly string[]) => ids.map((id) => ({ id, isRead: false }));

it('tells nothing of what was there when somebody first looked', () => {
  expect(arrivalsSince(undefined, unread('b', 'a'))).toEqual([]);
});

it('tells what is newer than the newest that was known, the oldest first', () => {
  expect(arrivalsSince('b', unread('d', 'c', 'b', 'a'))).toEqual(['c', 'd']);
  expect(arrivalsSince('', unread('a'))).toEqual(['a']);
});

it('tells nothing of what was read elsewhere meanwhile', () => {
  expect(arrivalsSince('a', [{ id: 'b', isRead: true }])).toEqual([]);
});

it('tells the latest three of many', () => {
  expect(arrivalsSince('a', unread('f', 'e', 'd', 'c', 'b'))).toEqual(['d', 'e', 'f']);
});

it('knows the newest, also of none', () => {
  expect([newestIdOf(unread('a', 'c', 'b')), newestIdOf([])]).toEqual(['c', '']);
});
