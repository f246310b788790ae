import type { LedgerLine } from '@mercury/contract/api/transactions.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { LedgerEntries, movementsOf } from './ledger-entries.tsx';

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

it('writes every digit of a dollar, so that the lines sum to nothing', async () => {
  const inDollars = { currency: 'USD', balanceAfter: null } as const;
  const entries = [
    { ...line('a', 'trade', 'available', '-10.004999'), ...inDollars, balanceAfter: '0.995001' },
    { ...line('a', 'trade', 'fees', '0.005'), ...inDollars },
    { ...line('a', 'trade', 'counterparty', '9.999999'), ...inDollars },
  ];
  await renderApp(<LedgerEntries entries={entries} />);
  await page.getByText('Accounting details').click();
  for (const figure of ['\u221210.004999', '0.995001', '+0.005', '+9.999999'])
    await expect.element(page.getByText(figure, { exact: false }).last()).toBeVisible();
});

it('says of a trade with many people that the lines are one’s own', async () => {
  const entries = [
    line('a', 'trade', 'available', '-2'),
    { ...line('a', 'trade', 'available', '0.0001'), currency: 'BTC' as const },
  ];
  const { rerender } = await renderApp(<LedgerEntries entries={entries} />);
  await page.getByText('Accounting details').click();
  await expect.element(page.getByText('these are your entries of the trade', { exact: false })).toBeVisible();
  await rerender(<LedgerEntries entries={[...entries, line('a', 'trade', 'counterparty', '2')]} />);
  await expect
    .element(page.getByText('the entries for every movement add up', { exact: false }))
    .toBeVisible();
});
