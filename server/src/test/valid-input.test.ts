import { expect, test } from 'vitest';
import { allEndpoints, validBodiesOf, validParamsOf, validQueriesOf } from './valid-input.ts';

// Where valid input is not, a test that spoils one part of it sees the other part refused, and proves nothing.
test.each(allEndpoints)('what counts as valid input of %s is', (name, endpoint) => {
  const parsed = [
    ...validBodiesOf(name).map((body) => endpoint.body?.safeParse(body)),
    ...validQueriesOf(name).map((query) => endpoint.query?.safeParse(query)),
    endpoint.params === undefined ? { success: true } : endpoint.params.safeParse(validParamsOf(endpoint)),
  ];
  expect(parsed.map((result) => result?.success)).toEqual(parsed.map(() => true));
});
