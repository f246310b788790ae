import { expect, it } from 'vitest';
import { queryOf, readFilter, writeFilter } from './audit-filter.ts';

it('reads from an address what it wrote there', () => {
  const filter = { actor: 'Grace', action: 'staff.', from: '2026-11-01', until: '2026-11-02' };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
});

it('passes over what is empty, no day, or none of its names', () => {
  const search = new URLSearchParams('actor=+&subject=1&from=soon&until=2026-02-30&before=7');
  expect(readFilter(search)).toEqual({ subject: '1' });
  expect(writeFilter({ actor: ' ', subject: ' 1 ' }).toString()).toBe('subject=1');
});

it('asks for whole days of this time zone, the last one included', () => {
  expect(queryOf({ from: '2026-11-01', until: '2026-11-01' })).toEqual({
    from: new Date(2026, 10, 1).toISOString(),
    until: new Date(2026, 10, 2).toISOString(),
  });
  expect(queryOf({ action: 'staff.' })).toEqual({ action: 'staff.', from: undefined, until: undefined });
});
