import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { expect, it } from 'vitest';
import { bookEntryOf, lookAlikeOf } from './address-book.ts';

const entry: WithdrawalAddress = {
  id: 'c9b2a2c4-7f3d-4c0e-9d0a-5b8f1f0e6a11',
  currency: 'ETH',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  memo: null,
  label: 'Cold wallet',
  createdAt: '2026-01-01T00:00:00.000Z',
  usableFrom: null,
};
/** The same ends, another middle. */
const poisoned = '0x5aAeb6000000000000000000000000000f1BeAed';

it('knows an entry by its currency, address and memo', () => {
  const { currency, address } = entry;
  expect(bookEntryOf([entry], { currency, address: ` ${address} `, memo: '' })).toBe(entry);
  expect(bookEntryOf([entry], { currency, address, memo: '7' })).toBeUndefined();
  expect(bookEntryOf([entry], { currency: 'USDT', address, memo: '' })).toBeUndefined();
});

it('warns of an address with the same ends, whichever currency it is for', () => {
  expect(lookAlikeOf([entry], poisoned)).toBe(entry);
  expect(lookAlikeOf([entry], '0x00000000000000000000000000000000DeaDBeef')).toBeUndefined();
});

it('does not warn of an address that is in the book itself', () => {
  const both = [entry, { ...entry, address: poisoned, label: 'Another' }];
  expect(lookAlikeOf(both, entry.address)).toBeUndefined();
  expect(lookAlikeOf(both, poisoned)).toBeUndefined();
  expect(lookAlikeOf([entry], '')).toBeUndefined();
});
