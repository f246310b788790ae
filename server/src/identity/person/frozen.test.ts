import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makePerson } from '../../test/person.ts';
import { isFrozen } from './frozen.ts';
import { lockRow } from './locks.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test.each([
  ['an account that never was', 'null', 'null', false],
  ['one without an end', 'now()', 'null', true],
  ['one that opens in a minute', 'now()', `now() + interval '1 minute'`, true],
  ['one that opened at this moment', 'now()', 'now()', false],
  ['one that opened a minute ago', 'now()', `now() - interval '1 minute'`, false],
])('%s is frozen or not by one rule, in a query and of a row', async (_which, from, until, expected) => {
  const { user } = await makePerson(testApp);
  const { row, byQuery } = await inTransaction(testApp.db, async (trx) => {
    await trx.client.query(
      `update app_user set frozen_at = ${from}, frozen_by = case when ${from} is not null then 'link' end,
              unfreezes_at = ${until} where id = $1`,
      [user.id],
    );
    const { rows } = await trx.client.query<{ is_frozen: boolean }>(
      'select is_frozen(frozen_at, unfreezes_at) from app_user where id = $1',
      [user.id],
    );
    return { row: await lockRow(trx, user.id), byQuery: rows[0]?.is_frozen };
  });
  expect(byQuery).toBe(expected);
  expect(row && isFrozen(row)).toBe(expected);
});
