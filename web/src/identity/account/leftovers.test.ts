import { expect, it } from 'vitest';
import { leftoversOf } from './leftovers.ts';

const offers = [
  { code: 'MRCY', withdrawalMin: '1' },
  { code: 'BTC', withdrawalMin: '0.0001' },
] as const;
const crumbs = { currency: 'MRCY', balance: '0.99999999' } as const;
const enough = { currency: 'BTC', balance: '0.00010000' } as const;

it('counts as leftovers what is below the least that can be withdrawn, and leaves empty wallets aside', () => {
  expect(leftoversOf([crumbs, { currency: 'BTC', balance: '0.00000000' }], offers)).toEqual([crumbs]);
});

it('offers nothing to give up where some of the money can be withdrawn', () => {
  expect(leftoversOf([crumbs, enough], offers)).toEqual([]);
  const dearer = [offers[0], { code: 'BTC', withdrawalMin: '0.00010001' }] as const;
  expect(leftoversOf([crumbs, enough], dearer)).toEqual([crumbs, enough]);
});

it('has nothing to give up in an empty account', () => {
  expect(leftoversOf([{ currency: 'MRCY', balance: '0.00000000' }], offers)).toEqual([]);
});
