import { expect, it } from 'vitest';
import { readStatementDays } from './queries.ts';

const thisMonth = { from: '2026-03-01', to: '2026-03-31' };
const read = (search: string) => readStatementDays(new URLSearchParams(search), thisMonth);

it('is of the days that the address names, or from the one that it names', () => {
  expect(read('from=2026-01-05&to=2026-01-09')).toEqual({ from: '2026-01-05', to: '2026-01-09' });
  expect(read('from=2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-03-31' });
  expect(read('to=2026-01-09')).toEqual({ from: '2026-01-09', to: '2026-01-09' });
});

it.each(['', 'from=2026-02-30', 'from=2020-01-01&to=2019-01-01', 'from=2026-04-01'])(
  'is of the present month where the address names no time: %j',
  (search) => {
    expect(read(search)).toEqual(thisMonth);
  },
);
