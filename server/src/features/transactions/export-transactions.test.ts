import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;
let other: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  await giveMoney(testApp, person, 'MRCY', '100');
});
afterAll(() => testApp.close());

const header =
  'date,id,type,direction,currency,amount,fee,net,usd_value,status,counterparty,memo,note,reference,' +
  'from_currency,from_amount,from_fee,to_currency,to_amount,counterparty_username,to_fee,market';

function ask(query = '', { token } = person) {
  return testApp.call('GET', `/transactions/export${query}`, { token });
}

async function transfer(amount: string, note: string): Promise<{ id: string; date: string }> {
  const { body } = await testApp.call('POST', '/wallets/transfer', {
    token: person.token,
    body: { recipientAddress: other.user.walletAddress, amount, note },
  });
  return body.transaction;
}

test('an export is a file for spreadsheets, oldest first, in which nobody’s note is a formula', async () => {
  const first = await transfer('1.5', '=HYPERLINK("https://example.com")');
  const second = await transfer('2', 'برای ناهار، با سپاس');
  const reply = await ask();
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
  const { walletAddress: to, username: name } = other.user;
  expect(reply.body).toBe(
    [
      `\uFEFF${header}`,
      `${first.date},${first.id},TRANSFER,out,MRCY,1.50000000,0.00000000,1.50000000,0.86,COMPLETED,${to},,"'=HYPERLINK(""https://example.com"")",,,,,,,${name},,`,
      `${second.date},${second.id},TRANSFER,out,MRCY,2.00000000,0.00000000,2.00000000,1.14,COMPLETED,${to},,برای ناهار، با سپاس,,,,,,,${name},,`,
      '',
    ].join('\r\n'),
  );
});

test('an export is of its time, the end not part of it, and of nobody else', async () => {
  const { date, id } = await transfer('3', 'third');
  const linesOf = async (query: string) => (await ask(query)).body.split('\r\n').slice(1, -1);
  expect(await linesOf(`?from=${date}`)).toEqual([expect.stringContaining(id)]);
  const before = await linesOf(`?to=${date}`);
  expect(before).toHaveLength(2);
  expect(before.join()).not.toContain(id);
  expect((await ask('', other)).body).not.toContain(id);
});

test('an export of what is made in one month and completed in the next is in the next', async () => {
  const { id } = await transfer('4', 'over the end of a month');
  await testApp.ownerDb.pool.query(
    `update wallet_transaction set created_at = '2025-01-31T23:59:59Z', completed_at = '2025-02-01T00:00:01Z' where id = $1`,
    [id],
  );
  const january = await ask('?from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z');
  const february = await ask('?from=2025-02-01T00:00:00Z&to=2025-03-01T00:00:00Z');
  expect(january.body).not.toContain(id);
  expect(february.body).toContain(id);
});

test('an export of more than one document holds is to be asked for in parts', async () => {
  const many = await makePerson(testApp);
  const insert = (count: number) =>
    testApp.ownerDb.pool.query(
      `insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state, created_at)
       select gen_random_uuid(), $1, 'TOPUP', 'MRCY', 1, 'in', 'PENDING', 'awaiting_payment', now()
         from generate_series(1, $2)`,
      [many.user.id, count],
    );
  await insert(limits.statementLinesMax);
  expect((await ask('', many)).status).toBe(200);
  await insert(1);
  expect(refused(await ask('', many))).toMatchObject({ status: 422, error: 'TooManyTransactions' });
});
