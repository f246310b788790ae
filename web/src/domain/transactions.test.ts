import { expect, it } from 'vitest';
import { otherSideOf } from './transactions.ts';

const address = 'mrcy1tee9xhp48csh3xvdcz5dvdwsfkxf5nxs72rpf';

it('names the other side of what was sent or paid out', () => {
  expect(otherSideOf({ type: 'TRANSFER', counterparty: address })).toBe(address);
  expect(otherSideOf({ type: 'WITHDRAW', counterparty: address })).toBe(address);
  expect(otherSideOf({ type: 'TOPUP', counterparty: null })).toBeNull();
});

it('takes the own address that a deposit came to for nobody else’s', () => {
  expect(otherSideOf({ type: 'DEPOSIT', counterparty: address })).toBeNull();
});
