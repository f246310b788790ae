import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { funding, insertOwner } from '../ledger/testing/postings.ts';
import { createLedger } from '../ledger/ledger.ts';
import { keepMoneyApart } from './keep-money-apart.ts';
import { createSandboxRail } from './sandbox/rail.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a database without money takes any rail; with pretended money it refuses a real one', async () => {
  const { db } = database;
  const sandbox = createSandboxRail({
    publicUrl: new URL('http://localhost'),
    db,
    webhookSecret: Buffer.alloc(32),
  });
  const real = { ...sandbox, isSandbox: false };
  await keepMoneyApart(db, sandbox);
  await keepMoneyApart(db, real);
  await keepMoneyApart(db, sandbox);
  const ledger = createLedger(db);
  await ledger.postTogether(funding(await insertOwner(db), 1n));
  await ledger.close();
  await expect(keepMoneyApart(db, real)).rejects.toThrow('its money is pretended');
  await keepMoneyApart(db, sandbox);
});

test('a database with real money refuses the sandbox', async () => {
  const { db } = database;
  await database.ownerDb.pool.query('update kind_of_money set is_real = true');
  const sandbox = createSandboxRail({
    publicUrl: new URL('http://localhost'),
    db,
    webhookSecret: Buffer.alloc(32),
  });
  await expect(keepMoneyApart(db, sandbox)).rejects.toThrow('its money is real');
});
