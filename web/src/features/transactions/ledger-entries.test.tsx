import type { LedgerLine } from '@mercury/contract/api/transactions.ts';
import { expect, it } from 'vitest';
import { movementsOf } from './ledger-entries.tsx';

function line(transferId: string, kind: string, account: LedgerLine['account'], amount: string): LedgerLine {
  return {
    transferId,
    kind,
    account,
    amount,
    currency: 'MRCY',
    balanceAfter: null,
    at: '2026-01-01T00:00:00.000Z',
  };
}

it('keeps the lines of one movement together, in the order in which it moved', () => {
  const movements = movementsOf([
    line('a', 'hold', 'available', '-2'),
    line('a', 'hold', 'held', '2'),
    line('b', 'withdrawal', 'held', '-2'),
    line('b', 'withdrawal', 'fees', '1'),
    line('b', 'withdrawal', 'rail_clearing', '1'),
  ]);
  expect(movements.map(({ kind, lines }) => [kind, lines.map(({ account }) => account)])).toEqual([
    ['hold', ['available', 'held']],
    ['withdrawal', ['held', 'fees', 'rail_clearing']],
  ]);
});
