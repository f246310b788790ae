import { encodeAddress } from '@mercury/contract/money/address.ts';
import { limits } from '@mercury/contract/limits.ts';
import { expect, it } from 'vitest';
import { addressProblem, nameProblem } from './contact-form.ts';

it('takes a name up to its longest and asks for one where there is none', () => {
  expect(nameProblem('Сара')).toBeUndefined();
  expect(nameProblem('x'.repeat(limits.nameLengthMax))).toBeUndefined();
  expect(nameProblem('x'.repeat(limits.nameLengthMax + 1))).toBe('invalid');
  expect(nameProblem('   ')).toBe('required');
});

it('refuses a name that would turn the text around it', () => {
  expect(nameProblem('Sara\u202e')).toBe('invalid');
});

it('takes a whole address, with spaces around it, and nothing else', () => {
  const address = encodeAddress(new Uint8Array(20).fill(3));
  expect(addressProblem(` ${address} `)).toBeUndefined();
  expect(addressProblem(address.slice(0, -1))).toBe('invalid');
  expect(addressProblem('')).toBe('required');
});
