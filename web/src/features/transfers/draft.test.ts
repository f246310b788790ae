import { limits } from '@mercury/contract/limits.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { expect, it } from 'vitest';
import {
  addressProblem,
  amountProblem,
  emptyEntry,
  isAboveZero,
  isContactNameValid,
  isNoteValid,
  orderOf,
  remainingAfter,
} from './draft.ts';

const ownAddress = encodeAddress(new Uint8Array(20).fill(1));
const otherAddress = encodeAddress(new Uint8Array(20).fill(2));
const means = { currency: 'MRCY', availableBalance: '10.00000000', ownAddress } as const;

it('takes the whole available balance and refuses the smallest unit more', () => {
  expect(amountProblem('10', means)).toBeUndefined();
  expect(amountProblem('10.00000001', means)).toBe('insufficientBalance');
});

it.each(['', '0', '0.00000000', '1.123456789', 'x'])(
  'asks for a valid amount instead of %j',
  (amountText) => {
    expect(amountProblem(amountText, means)).toBe('enterValidAmount');
  },
);

it('knows the smallest amount above zero', () => {
  expect(isAboveZero('MRCY', '0.00000001')).toBe(true);
  expect(isAboveZero('MRCY', '0.00000000')).toBe(false);
  expect(isAboveZero('MRCY', '')).toBe(false);
});

it('takes an address of the product, trimmed and in either case', () => {
  expect(addressProblem(`  ${otherAddress}\n`, ownAddress)).toBeUndefined();
  expect(addressProblem(otherAddress.toUpperCase(), ownAddress)).toBeUndefined();
});

it('refuses no address, one with a typing error, and the own one', () => {
  expect(addressProblem('   ', ownAddress)).toBe('required');
  const lastCharacter = otherAddress.endsWith('q') ? 'p' : 'q';
  expect(addressProblem(otherAddress.slice(0, -1) + lastCharacter, ownAddress)).toBe('invalidAddress');
  expect(addressProblem(ownAddress.toUpperCase(), ownAddress)).toBe('ownAddress');
});

it('says exactly what stays', () => {
  expect(remainingAfter('0.00000001', means)).toBe('9.99999999');
  expect(remainingAfter('10', means)).toBe('0.00000000');
  expect(remainingAfter('11', means)).toBeUndefined();
});

const entry = { ...emptyEntry, amount: '1.5', recipientAddress: ' mrcy1abc ' };

it('orders what was typed, trimmed, and nothing that was left empty', () => {
  expect(orderOf({ ...entry, note: '  ' }, 'MRCY')).toEqual({
    recipientAddress: 'mrcy1abc',
    amount: '1.50000000',
    currency: 'MRCY',
  });
});

it('makes the same order of the same amount, however it was written', () => {
  expect(orderOf({ ...entry, amount: '1.50' }, 'MRCY')).toEqual(orderOf(entry, 'MRCY'));
});

it('saves a contact only where asked to, and then under a name', () => {
  const named = { ...entry, contactName: ' Sara ' };
  expect(orderOf(named, 'MRCY')).not.toHaveProperty('contactName');
  expect(orderOf({ ...named, isSaved: true }, 'MRCY')).toMatchObject({
    saveToContacts: true,
    contactName: 'Sara',
  });
  expect(isContactNameValid({ ...entry, isSaved: true })).toBe(false);
  expect(isContactNameValid(entry)).toBe(true);
});

it('takes a note up to its longest', () => {
  expect(isNoteValid('x'.repeat(limits.noteLengthMax))).toBe(true);
  expect(isNoteValid('x'.repeat(limits.noteLengthMax + 1))).toBe(false);
  expect(isNoteValid('')).toBe(true);
});
