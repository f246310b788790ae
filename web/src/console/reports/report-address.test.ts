import { expect, it } from 'vitest';
import { isTooLong, readReport, writeReport } from './report-address.ts';

const now = new Date('2026-11-27T21:00:00.000Z');
const read = (search: string) => readReport(new URLSearchParams(search), now);

it('reads from an address what it wrote there', () => {
  for (const address of [
    { report: 'trades', from: '2026-11-01', until: '2026-11-02' },
    { report: 'liabilities', at: '2026-10-31T23:30:00.000Z' },
    { report: 'liabilities', at: undefined },
  ] as const)
    expect(readReport(new URLSearchParams(writeReport(address)), now)).toEqual(address);
});

it('shows the fees of the present month where the address says nothing that makes sense', () => {
  const present = { report: 'fees', from: '2026-11-01', until: '2026-11-27' };
  for (const search of [
    '',
    'report=no',
    'from=2026-11-02&until=2026-11-01',
    'from=2026-02-30&until=2026-03-01',
  ])
    expect(read(search)).toEqual(present);
  expect(read('report=liabilities&at=2027-01-01T00:00:00Z'), 'not over').toEqual({
    report: 'liabilities',
    at: undefined,
  });
});

it('knows a period that is too long', () => {
  expect(isTooLong({ from: '2026-01-01', until: '2027-01-01' })).toBe(false);
  expect(isTooLong({ from: '2026-01-01', until: '2027-01-02' })).toBe(true);
});
