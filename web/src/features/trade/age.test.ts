import { expect, it } from 'vitest';
import { formatAge } from './age.ts';

it.each([
  [-500, 'now'],
  [0, 'now'],
  [20_900, '20 sec ago'],
  [119_999, '119 sec ago'],
  [120_000, '2 min ago'],
])('tells an age of %i ms as "%s"', (ageMs, shown) => {
  expect(formatAge(ageMs, 'en-GB')).toBe(shown);
});
