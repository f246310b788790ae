import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { hold, settle } from '../../ledger/ledger.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { findBalances, findPortfolioRows } from './queries.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  person = await makePerson(testApp);
  for (const amount of ['1', '2', '3']) await giveMoney(testApp, person, 'BTC', amount);
});
afterAll(() => testApp.close());

function look(entriesMax: number) {
  const asked = { userId: person.user.id, entriesMax };
  return inTransaction(testApp.db, async (trx) => ({
    balances: await findBalances(trx, asked),
    rows: await findPortfolioRows(trx, asked),
  }));
}

it('up to as many entries as are looked at everything is known, in the order in which it was booked', async () => {
  const { balances, rows } = await look(3);
  expect(balances).toEqual([{ asset: 'BTC', balance: 6_00000000n, known_since: null }]);
  expect(rows.map(({ amount }) => amount)).toEqual([1_00000000n, 2_00000000n, 3_00000000n]);
});

it('of an account with more the latest are looked at, and it is told since when that is all', async () => {
  const { balances, rows } = await look(2);
  expect(rows.map(({ amount }) => amount)).toEqual([2_00000000n, 3_00000000n]);
  const [balance] = balances;
  expect(balance).toMatchObject({ asset: 'BTC', balance: 6_00000000n });
  expect(balance?.known_since?.getTime()).toBe(rows[0]?.booked_at_ms);
});

it('what is only set aside is no movement; what is then paid out is one', async () => {
  const owner = await makePerson(testApp);
  await giveMoney(testApp, owner, 'BTC', '1');
  const asked = { userId: owner.user.id, entriesMax: 10 };
  const holdId = uuidv7();
  const amounts = () =>
    inTransaction(testApp.db, async (trx) =>
      (await findPortfolioRows(trx, asked)).map(({ amount }) => amount),
    );
  await inTransaction(testApp.db, (trx) =>
    hold(trx, { holdId, owner: owner.user.id, asset: 'BTC', amount: 40000000n }),
  );
  expect(await amounts()).toEqual([1_00000000n]);
  const to = [
    { account: { owner: 'house', asset: 'BTC', kind: 'rail_clearing' }, amount: 40000000n },
  ] as const;
  await inTransaction(testApp.db, (trx) =>
    settle(trx, { holdId, transferId: uuidv7(), kind: 'withdrawal', to }),
  );
  expect(await amounts()).toEqual([1_00000000n, -40000000n]);
});
