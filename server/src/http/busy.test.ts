import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { createTestApp, refused, type TestApp } from '../test/app.ts';
import { giveMoney } from '../test/money.ts';
import { makePerson } from '../test/person.ts';
import { acceptTestQuote, insertTestQuote } from '../test/trades.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

test('a call whose posting waits too long for an account is told to come back, and has done nothing', async () => {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '100');
  const quote = await insertTestQuote(testApp.db, person.user.id, {
    type: 'BUY',
    from: '100 USD',
    to: '0.002 BTC',
  });
  const accept = () => acceptTestQuote(testApp, quote, { token: person.token });
  const client = await testApp.ownerDb.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from account where owner_id = $1 for update', [person.user.id]);
    const reply = await accept();
    expect(refused(reply)).toMatchObject({ status: 503, error: 'Busy' });
    expect(reply.headers['retry-after']).toBe('1');
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect((await accept()).status).toBe(200);
});
