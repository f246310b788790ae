import { expect, it } from 'vitest';
import {
  askedOf,
  hasReversedDays,
  isFiltered,
  lastPageOf,
  readHistoryPlace,
  writeHistoryPlace,
} from './history-filter.ts';

const wholeFilter = {
  type: 'TOPUP',
  status: 'PENDING',
  currency: 'MRCY',
  from: '2026-02-01',
  to: '2026-02-28',
} as const;

it('finds its place again from the address that it wrote', () => {
  const place = { filter: wholeFilter, page: 3 };
  expect(readHistoryPlace(writeHistoryPlace(place))).toEqual(place);
  expect(writeHistoryPlace({ filter: {}, page: 1 }).toString()).toBe('');
});

it('ignores what an address has no business to say', () => {
  const strange = new URLSearchParams(
    'type=LOAN&status=pending&currency=EUR&from=2026-02-30&to=x&page=-1&y=1',
  );
  expect(readHistoryPlace(strange)).toEqual({ filter: {}, page: 1 });
  expect(readHistoryPlace(new URLSearchParams('page=99999')).page).toBe(10_000);
});

it.each([
  [0, 1],
  [20, 1],
  [21, 2],
  [24, 2],
])('knows the last page of %i', (total, page) => {
  expect(lastPageOf(total)).toBe(page);
});

it('knows days whose end is before their beginning', () => {
  expect(hasReversedDays({ from: '2026-02-02', to: '2026-02-01' })).toBe(true);
  expect(hasReversedDays({ from: '2026-02-01', to: '2026-02-01' })).toBe(false);
  expect(hasReversedDays({ from: '2026-02-01' })).toBe(false);
});

it('asks for both days whole, in the own time zone', () => {
  expect(askedOf({ filter: wholeFilter, page: 2 })).toEqual({
    limit: 20,
    page: 2,
    type: 'TOPUP',
    status: 'PENDING',
    currency: 'MRCY',
    from: new Date(2026, 1, 1).toISOString(),
    to: new Date(2026, 2, 1).toISOString(),
  });
  expect(askedOf({ filter: {}, page: 1 })).toEqual({ limit: 20, page: 1 });
});

it('is filtered as soon as anything is asked for', () => {
  expect([isFiltered({}), isFiltered({ to: '2026-02-28' })]).toEqual([false, true]);
});
