import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { depositAddressOf, openPretendChain, type PretendChain } from '../../test/pretend-chain.ts';

let testApp: TestApp;
let sibling: TestApp;
let chain: PretendChain;

beforeAll(async () => {
  testApp = await createTestApp();
  sibling = await createSiblingApp(testApp);
  chain = await openPretendChain(testApp);
});
afterAll(async () => {
  const report = await checkLedger(testApp.db);
  await sibling.close();
  await testApp.close();
  expect(report.findings).toEqual([]);
});

function send(
  person: SignedInPerson,
  body: object,
  { key, app = testApp }: { key?: string; app?: TestApp } = {},
) {
  return app.call('POST', '/wallets/deposit', {
    token: person.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

async function untilBalanceIs(person: SignedInPerson, currency: string, balance: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
      const { wallets } = succeeded(endpoints.getBalance, reply);
      expect(wallets.find((wallet) => wallet.currency === currency)?.balance).toBe(balance);
    },
    { timeout: 10_000, interval: 50 },
  );
}

/** One for every payment that there is, each told of. */
async function findBlocks(): Promise<void> {
  const { rows } = await testApp.db.pool.query<{ id: string }>('select id from sandbox_payment');
  for (const { id } of rows) {
    await chain.confirm(id, 1);
    await chain.tell(id);
  }
}

it('answers with a deposit on its way to the person’s own address, which the chain then confirms', async () => {
  const person = await makePerson(testApp);
  const { transaction, wallet } = succeeded(
    endpoints.deposit,
    await send(person, { currency: 'XRP', amount: '12.5' }),
  );
  const { address, memo } = await depositAddressOf(testApp, person, 'XRP');
  expect(transaction).toMatchObject({
    type: 'DEPOSIT',
    status: 'PENDING',
    state: 'confirming',
    amount: '12.500000',
    // Some seven dollars: pretend prices swing by a sixth.
    usdValue: expect.stringMatching(/^[5-8]\.[0-9]{2}$/),
    counterparty: address,
    memo,
    confirmations: { seen: 0, needed: 1 },
  });
  expect(wallet).toMatchObject({ currency: 'XRP', balance: '0.000000', pendingBalance: '12.500000' });
  await untilBalanceIs(person, 'XRP', '12.500000');
  const reply = await testApp.call('GET', `/transactions/${transaction.id}`, { token: person.token });
  expect(succeeded(endpoints.getTransaction, reply).transaction).toMatchObject({
    status: 'COMPLETED',
    timeline: [{ state: 'confirming' }, { state: 'completed' }],
  });
});

it('sends once for 50 calls with one key through two processes, and answers all alike, also afterwards', async () => {
  const person = await makePerson(testApp);
  const order = { currency: 'DOGE', amount: '25' };
  const answers = Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send(person, order, { key: 'an-intent-of-hers', app: index % 2 === 0 ? testApp : sibling }),
    ),
  );
  // What they are to answer changes while they ask for it.
  for (let block = 0; block < 20; block += 1) await findBlocks();
  const texts = new Set((await answers).map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
  expect(texts.size).toBe(1);
  await untilBalanceIs(person, 'DOGE', '25.00000000');
  const later = await send(person, order, { key: 'an-intent-of-hers' });
  expect(texts).toContain(`${later.status} ${JSON.stringify(later.body)}`);
  const other = await send(person, { ...order, amount: '0.2' }, { key: 'an-intent-of-hers' });
  expect(refused(other)).toMatchObject({ status: 422, error: 'IdempotencyKeyReused' });
  const { rows } = await testApp.db.pool.query('select from sandbox_payment where asset = $1', ['DOGE']);
  expect(rows).toHaveLength(1);
});

it('sends no second payment where the first was sent and its answer was lost', async () => {
  const person = await makePerson(testApp);
  const order = { currency: 'LTC', amount: '3' };
  const first = await send(person, order, { key: 'answered-to-nobody' });
  await testApp.db.pool.query(`delete from idempotency where owner_id = $1 and key like 'deposit-reply %'`, [
    person.user.id,
  ]);
  const again = await send(person, order, { key: 'answered-to-nobody' });
  expect(again.body.transaction.id).toBe(first.body.transaction.id);
  expect(JSON.stringify((await send(person, order, { key: 'answered-to-nobody' })).body)).toBe(
    JSON.stringify(again.body),
  );
  const { rows } = await testApp.db.pool.query('select from sandbox_payment where asset = $1', ['LTC']);
  expect(rows).toHaveLength(1);
});

it('takes amounts above zero up to the most that the pretend chain sends', async () => {
  const person = await makePerson(testApp);
  expect((await send(person, { currency: 'DOGE', amount: '1000000' })).status).toBe(200);
  expect((await send(person, { currency: 'DOGE', amount: '0.00000001' })).status).toBe(200);
  const refusals: readonly (readonly [object, string])[] = [
    [{ currency: 'DOGE', amount: '1000000.00000001' }, 'AmountOutOfRange'],
    [{ currency: 'DOGE', amount: '0' }, 'AmountNotPositive'],
    [{ currency: 'DOGE', amount: '0.000000001' }, 'ValidationFailed'],
    [{ currency: 'DOGE', amount: '-1' }, 'ValidationFailed'],
    [{ currency: 'USD', amount: '10' }, 'DepositNotOffered'],
  ];
  for (const [body, error] of refusals) expect(refused(await send(person, body)).error).toBe(error);
});

/** The person leaves in the transaction that writes a row of theirs there: between two steps of the call. */
async function leaveAtInsertInto(table: 'deposit' | 'deposit_address'): Promise<() => Promise<void>> {
  await testApp.ownerDb.pool.query(
    `create function leave() returns trigger language plpgsql as $$
     begin update app_user set deleted_at = now() where id = new.user_id; return null; end $$;
     create trigger leave after insert on ${table} for each row execute function leave()`,
  );
  return async () => {
    await testApp.ownerDb.pool.query('drop function leave cascade');
  };
}

it.each([
  ['before the payment is sent', 'TON', 'deposit_address', []],
  ['before it is answered', 'TRX', 'deposit', ['deposit a-last-intent']],
] as const)('keeps nothing more of who leaves %s', async (_moment, currency, table, keys) => {
  const person = await makePerson(testApp);
  const stay = await leaveAtInsertInto(table);
  try {
    const reply = await send(person, { currency, amount: '7' }, { key: 'a-last-intent' });
    expect(refused(reply)).toMatchObject({ status: 401, error: 'Unauthenticated' });
  } finally {
    await stay();
  }
  const { rows } = await testApp.db.pool.query<{ key: string }>(
    'select key from idempotency where owner_id = $1',
    [person.user.id],
  );
  expect(rows.map(({ key }) => key)).toEqual(keys);
});
