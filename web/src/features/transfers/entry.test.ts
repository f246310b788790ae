import { limits } from '@mercury/contract/limits.ts';
import { expect, it } from 'vitest';
import { emptyEntry, isContactNameValid, isNoteValid, orderOf } from './entry.ts';

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
