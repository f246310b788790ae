import { expect, it } from 'vitest';
import { weekOf } from './week-of.ts';

it('a coin without a line of seven days has neither course nor direction', () => {
  expect(weekOf({ week: [] })).toEqual({ values: [], course: undefined, direction: 'level' });
  expect(weekOf({ week: ['2.0', '1.0'] })).toMatchObject({ values: [2, 1], direction: 'down' });
});
