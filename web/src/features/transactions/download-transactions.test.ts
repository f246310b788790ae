import { expect, it } from 'vitest';
import { exportFileName } from './download-transactions.ts';

const today = new Date(2026, 2, 21);

it.each([
  [{}, 'mercury-transactions-2026-03-21.csv'],
  [{ from: '2026-02-01' }, 'mercury-transactions-2026-02-01-to-2026-03-21.csv'],
  [{ from: '2026-02-01', to: '2026-02-28' }, 'mercury-transactions-2026-02-01-to-2026-02-28.csv'],
  [{ to: '2026-02-28' }, 'mercury-transactions-2026-02-28.csv'],
])('names the file after its days: %j', (filter, name) => {
  expect(exportFileName(filter, today)).toBe(name);
});
