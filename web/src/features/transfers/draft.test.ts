import { limits } from '@mercury/contract/limits.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { expect, it } from 'vitest';
import { addressOf, walletOf } from '../../test/samples.ts';
import {
  amountProblem,
  isAboveZero,
  isContactNameValid,
  isNoteValid,
  orderOf,
  recipientProblem,
  remainingAfter,
  sourcesOf,
  type TransferEntry,
} from './draft.ts';

const ownAddress = encodeAddress(new Uint8Array(20).fill(1));
const otherAddress = encodeAddress(new Uint8Array(20).fill(2));
const contacts = [
  { name: 'Omid', walletAddress: otherAddress, email: 'Omid@example.com' },
  { name: 'Me', walletAddress: ownAddress, email: 'me@example.com' },
  { name: 'Work', walletAddress: addressOf(3), email: 'two@example.com' },
  { name: 'Home', walletAddress: addressOf(4), email: 'TWO@example.com' },
  { name: 'Nobody’s email', walletAddress: addressOf(5) },
];
const known = { own: { address: ownAddress, username: 'Sara' }, contacts };
const means = { currency: 'MRCY', availableBalance: '10.00000000' } as const;

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

it('takes an address of the product, trimmed and in either case, and a username with its @', () => {
  expect(recipientProblem(`  ${otherAddress}\n`, known)).toBeUndefined();
  expect(recipientProblem(otherAddress.toUpperCase(), known)).toBeUndefined();
  expect(recipientProblem(' @Omid_7 ', known)).toBeUndefined();
});

it('takes the email of one contact, in any case, and says what is wrong with any other', () => {
  expect(recipientProblem(' omid@EXAMPLE.com ', known)).toBeUndefined();
  expect(recipientProblem('two@example.com', known)).toBe('emailOfSeveral');
  expect(recipientProblem('nobody@example.com', known)).toBe('emailOfNobody');
  expect(recipientProblem('me@example.com', known)).toBe('ownAddress');
  expect(recipientProblem('omid@example.com', { ...known, contacts: undefined })).toBe('contactsUnknown');
});

it('refuses nobody, an address with a typing error, less than a username, and oneself', () => {
  expect(recipientProblem('   ', known)).toBe('required');
  const lastCharacter = otherAddress.endsWith('q') ? 'p' : 'q';
  for (const text of [otherAddress.slice(0, -1) + lastCharacter, 'omid', '@om', '@omid!', 'omid@example']) {
    expect([text, recipientProblem(text, known)]).toEqual([text, 'invalidAddress']);
  }
  expect(recipientProblem(ownAddress.toUpperCase(), known)).toBe('ownAddress');
  expect(recipientProblem('@SARA', known)).toBe('ownAddress');
});

it('sends from what there is, the own coin always, and from what is asked for', () => {
  const wallets = [
    walletOf({ balance: '0' }),
    walletOf({ currency: 'BTC', balance: '0.5' }),
    walletOf({ currency: 'ETH', balance: '0.000' }),
  ];
  const codesOf = (chosen: AssetCode) => sourcesOf(wallets, chosen).map(({ currency }) => currency);
  expect(codesOf('BTC')).toEqual(['MRCY', 'BTC']);
  expect(codesOf('ETH')).toEqual(['MRCY', 'BTC', 'ETH']);
  expect(sourcesOf(wallets, 'USDT').at(-1)).toEqual({ currency: 'USDT', availableBalance: '0' });
});

it('says exactly what stays', () => {
  expect(remainingAfter('0.00000001', means)).toBe('9.99999999');
  expect(remainingAfter('10', means)).toBe('0.00000000');
  expect(remainingAfter('11', means)).toBeUndefined();
});

const entry: TransferEntry = {
  currency: 'MRCY',
  amount: '1.5',
  recipientAddress: ' @omid ',
  note: '',
  isSaved: false,
  contactName: '',
};

it('orders what was typed, trimmed, to the address that the review showed, and nothing that was left empty', () => {
  expect(orderOf({ ...entry, note: '  ' }, 'mrcy1abc')).toEqual({
    recipientAddress: 'mrcy1abc',
    amount: '1.50000000',
    currency: 'MRCY',
  });
});

it('makes the same order of the same amount, however it was written', () => {
  expect(orderOf({ ...entry, amount: '1.50' }, 'mrcy1abc')).toEqual(orderOf(entry, 'mrcy1abc'));
});

it('saves a contact only where asked to, and then under a name', () => {
  const named = { ...entry, contactName: ' Sara ' };
  expect(orderOf(named, 'mrcy1abc')).not.toHaveProperty('contactName');
  expect(orderOf({ ...named, isSaved: true }, 'mrcy1abc')).toMatchObject({
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
