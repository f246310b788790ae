import { endpoints } from '@mercury/contract/api/index.ts';
import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { withCheckDigit } from '../../rails/check-digit.ts';
import {
  createSiblingApp,
  createTestApp,
  refused,
  succeeded,
  type TestApp,
  type TestReply,
} from '../../test/app.ts';
import { runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { depositAddressOf, openPretendChain, type PretendChain } from '../../test/pretend-chain.ts';
import { assignDeposit } from './assign-deposit.ts';
import { listUnassignedDeposits } from './list-unassigned.ts';

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

/** Without the zeros after the last digit that counts; nothing where there is no such wallet. */
function shortened(decimal = '0'): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

async function walletOf(person: SignedInPerson, asset: AssetCode) {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  const { wallets } = succeeded(endpoints.getBalance, reply);
  const wallet = wallets.find(({ currency }) => currency === asset);
  return { balance: shortened(wallet?.balance), pending: shortened(wallet?.pendingBalance) };
}

async function historyOf(person: SignedInPerson): Promise<readonly Transaction[]> {
  const reply = await testApp.call('GET', '/transactions?type=DEPOSIT', { token: person.token });
  return succeeded(endpoints.listTransactions, reply).transactions;
}

/** Somebody new, and a payment to their address that nothing has been told of yet. */
async function payNewPerson(asset: AssetCode, amount: string) {
  const person = await makePerson(testApp);
  const target = await depositAddressOf(testApp, person, asset);
  return { person, target, paymentId: await chain.pay(target, asset, amount) };
}

it('shows a payment as pending with its confirmations, and credits it when it is final', async () => {
  const { person, target, paymentId } = await payNewPerson('BTC', '0.5');
  await chain.tell(paymentId);
  expect(await walletOf(person, 'BTC')).toEqual({ balance: '0', pending: '0.5' });
  expect(await historyOf(person)).toMatchObject([
    {
      type: 'DEPOSIT',
      status: 'PENDING',
      state: 'confirming',
      direction: 'in',
      amount: '0.50000000',
      // Some 22,700 dollars: pretend prices swing by a tenth.
      usdValue: expect.stringMatching(/^2[0-5][0-9]{3}\.[0-9]{2}$/),
      counterparty: target.address,
      externalReference: paymentId,
      confirmations: { seen: 0, needed: 3 },
    },
  ]);

  await chain.confirm(paymentId, 2);
  await chain.tell(paymentId);
  expect(await walletOf(person, 'BTC')).toEqual({ balance: '0', pending: '0.5' });
  expect(await historyOf(person)).toMatchObject([
    { status: 'PENDING', confirmations: { seen: 2, needed: 3 } },
  ]);

  await chain.confirm(paymentId, 1);
  await chain.tell(paymentId);
  expect(await walletOf(person, 'BTC')).toEqual({ balance: '0.5', pending: '0' });
  expect(await historyOf(person)).toMatchObject([
    {
      status: 'COMPLETED',
      state: 'completed',
      confirmations: { seen: 3, needed: 3 },
      timeline: [{ state: 'confirming' }, { state: 'completed' }],
    },
  ]);
});

it('credits once what 50 webhooks tell of at once through two processes', async () => {
  const { person, paymentId } = await payNewPerson('ETH', '1.25');
  await chain.confirm(paymentId, 12);
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => chain.tell(paymentId, index % 2 === 0 ? testApp : sibling)),
  );
  expect(await walletOf(person, 'ETH')).toEqual({ balance: '1.25', pending: '0' });
  expect(await historyOf(person)).toHaveLength(1);
});

it('opens one row for 50 webhooks at once of a payment that is not final', async () => {
  const { person, paymentId } = await payNewPerson('USDT', '20');
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => chain.tell(paymentId, index % 2 === 0 ? testApp : sibling)),
  );
  expect(await walletOf(person, 'USDT')).toEqual({ balance: '0', pending: '20' });
  expect(await historyOf(person)).toMatchObject([{ status: 'PENDING' }]);
});

it('needs no webhook at all: the minutely look at the rail finds what was seen once', async () => {
  const { person, paymentId } = await payNewPerson('LTC', '2');
  await chain.tell(paymentId);
  await chain.confirm(paymentId, 6);
  await runJob(testApp, 'watch-rail', {});
  expect(await walletOf(person, 'LTC')).toEqual({ balance: '2', pending: '0' });
});

it('is looked at each minute also while the watch of something else is broken', async () => {
  const { person, paymentId } = await payNewPerson('BTC', '0.1');
  await chain.tell(paymentId);
  await chain.confirm(paymentId, 3);
  await testApp.ownerDb.pool.query('alter table withdrawal rename to withdrawal_away');
  try {
    await runJob(testApp, 'watch-rail', {});
  } finally {
    await testApp.ownerDb.pool.query('alter table withdrawal_away rename to withdrawal');
  }
  expect(await walletOf(person, 'BTC')).toEqual({ balance: '0.1', pending: '0' });
});

it('shows no fewer confirmations when an older answer of the rail comes after a newer one', async () => {
  const { person, paymentId } = await payNewPerson('TON', '7');
  await chain.confirm(paymentId, 6);
  await chain.tell(paymentId);
  await testApp.db.pool.query('update sandbox_payment set confirmations = 4 where id = $1', [paymentId]);
  await chain.tell(paymentId);
  expect(await historyOf(person)).toMatchObject([{ confirmations: { seen: 6, needed: 10 } }]);
});

it('takes back nothing that was credited, whatever the rail says later', async () => {
  const { person, paymentId } = await payNewPerson('BNB', '4');
  await chain.confirm(paymentId, 15);
  await chain.tell(paymentId);
  await testApp.db.pool.query('update sandbox_payment set has_failed = true where id = $1', [paymentId]);
  await chain.tell(paymentId);
  expect(await walletOf(person, 'BNB')).toEqual({ balance: '4', pending: '0' });
  expect(await historyOf(person)).toMatchObject([{ status: 'COMPLETED' }]);
});

it('credits nothing where the rail has another amount under the same id', async () => {
  const { person, paymentId } = await payNewPerson('USDC', '5');
  await chain.tell(paymentId);
  await testApp.db.pool.query('update sandbox_payment set amount = amount * 1000 where id = $1', [paymentId]);
  await chain.confirm(paymentId, 12);
  await expect(chain.tell(paymentId)).rejects.toThrow('ServerError');
  expect(await walletOf(person, 'USDC')).toEqual({ balance: '0', pending: '5' });
});

it('credits the product’s own coin at the wallet address, in whatever case it is written', async () => {
  const { person, target, paymentId } = await payNewPerson('MRCY', '9');
  const inCapitals = await chain.pay({ address: target.address.toUpperCase() }, 'MRCY', '2');
  for (const id of [paymentId, inCapitals]) {
    await chain.confirm(id, 1);
    await chain.tell(id);
  }
  expect(await walletOf(person, 'MRCY')).toEqual({ balance: '11', pending: '0' });
});

it('keeps two payments of one person to one address apart', async () => {
  const { person, target, paymentId } = await payNewPerson('DOGE', '30');
  const other = await chain.pay(target, 'DOGE', '30');
  for (const id of [paymentId, other]) {
    await chain.confirm(id, 40);
    await chain.tell(id);
  }
  expect(await walletOf(person, 'DOGE')).toEqual({ balance: '60', pending: '0' });
  expect(await historyOf(person)).toHaveLength(2);
});

it('believes no webhook that the rail has not signed', async () => {
  const { person, paymentId } = await payNewPerson('BTC', '1');
  await chain.confirm(paymentId, 3);
  for (const signature of ['', 'sha256=', `sha256=${'0'.repeat(64)}`]) {
    expect((await chain.forge(paymentId, signature)).status).toBe(403);
  }
  expect(await walletOf(person, 'BTC')).toEqual({ balance: '0', pending: '0' });
});

it('says that a dropped payment failed, and credits it under a row of its own if the chain takes it up again', async () => {
  const { person, paymentId } = await payNewPerson('TRX', '100');
  await chain.tell(paymentId);
  await chain.drop(paymentId);
  await chain.tell(paymentId);
  await chain.tell(paymentId);
  expect(await walletOf(person, 'TRX')).toEqual({ balance: '0', pending: '0' });
  expect(await historyOf(person)).toMatchObject([{ status: 'FAILED', state: 'failed' }]);

  await testApp.db.pool.query('update sandbox_payment set has_failed = false where id = $1', [paymentId]);
  await chain.confirm(paymentId, 19);
  await chain.tell(paymentId);
  expect(await walletOf(person, 'TRX')).toEqual({ balance: '0', pending: '0' });
  await chain.confirm(paymentId, 1);
  await runJob(testApp, 'watch-rail', {});
  await chain.tell(paymentId);
  expect(await walletOf(person, 'TRX')).toEqual({ balance: '100', pending: '0' });
  expect(await historyOf(person)).toMatchObject([{ status: 'COMPLETED' }, { status: 'FAILED' }]);
});

it.each([
  ['within three days', '71 hours', '100'],
  ['later than that', '73 hours', '0'],
])('looks for itself at a dropped payment that the chain takes up again %s', async (_when, age, balance) => {
  const { person, paymentId } = await payNewPerson('TRX', '100');
  await chain.tell(paymentId);
  await chain.drop(paymentId);
  await chain.tell(paymentId);
  await testApp.db.pool.query(
    'update deposit set closed_at = closed_at - $2::interval where external_id = $1',
    [paymentId, age],
  );
  await testApp.db.pool.query('update sandbox_payment set has_failed = false where id = $1', [paymentId]);
  await chain.confirm(paymentId, 20);
  await runJob(testApp, 'watch-rail', {});
  expect(await walletOf(person, 'TRX')).toEqual({ balance, pending: '0' });
});

it('credits nobody for a wrong memo, and the one whom an operator names, once', async () => {
  const person = await makePerson(testApp);
  const { address, memo } = await depositAddressOf(testApp, person, 'XRP');
  const wrongMemo = `${memo.slice(0, -1)}${(Number(memo.at(-1)) + 1) % 10}`;
  const paymentId = await chain.pay({ address, memo: wrongMemo }, 'XRP', '40');
  await chain.confirm(paymentId, 1);
  await chain.tell(paymentId);
  await chain.tell(paymentId);
  expect(await walletOf(person, 'XRP')).toEqual({ balance: '0', pending: '0' });
  expect(await listUnassignedDeposits(testApp.db)).toMatchObject([
    { externalId: paymentId, address, memo: wrongMemo, confirmations: 1, confirmationsNeeded: 1 },
  ]);

  expect(await assignTo(person, paymentId)).toBe(true);
  expect(await assignTo(person, paymentId)).toBe(false);
  expect(await listUnassignedDeposits(testApp.db)).toEqual([]);
  await runJob(testApp, 'watch-rail', {});
  await chain.tell(paymentId);
  expect(await walletOf(person, 'XRP')).toEqual({ balance: '40', pending: '0' });
  const { rows } = await testApp.db.pool.query(
    `select action, subject_id, actor, reason, after ->> 'accountId' as owner from audit_entry`,
  );
  expect(rows).toEqual([
    {
      action: 'deposit.assign',
      subject_id: paymentId,
      actor: 'ada',
      reason: 'showed the payment',
      owner: person.user.id,
    },
  ]);
});

it('does not make an older payment somebody’s by giving its address out later', async () => {
  const { address, memo } = await depositAddressOf(testApp, await makePerson(testApp), 'TON');
  const nextMemo = withCheckDigit((BigInt(memo.slice(0, -1)) + 1n).toString());
  const paymentId = await chain.pay({ address, memo: nextMemo }, 'TON', '5');
  await chain.confirm(paymentId, 10);
  await chain.tell(paymentId);
  const person = await makePerson(testApp);
  expect(await depositAddressOf(testApp, person, 'TON')).toEqual({ address, memo: nextMemo });
  await chain.tell(paymentId);
  expect(await walletOf(person, 'TON')).toEqual({ balance: '0', pending: '0' });
  expect(await listUnassignedDeposits(testApp.db)).toMatchObject([{ externalId: paymentId }]);
});

async function leave(person: SignedInPerson): Promise<TestReply> {
  return testApp.call('DELETE', '/users/account', {
    token: person.token,
    body: { password: person.password, reason: 'I need it no more.' },
  });
}

it('gives nobody what is sent to a person who has left', async () => {
  const { person, paymentId } = await payNewPerson('SOL', '3');
  expect((await leave(person)).status).toBe(200);
  await chain.confirm(paymentId, 32);
  await chain.tell(paymentId);
  expect((await listUnassignedDeposits(testApp.db)).at(-1)).toMatchObject({ externalId: paymentId });
});

it('keeps what the chain takes up again after its person has left, and credits whom an operator names, once', async () => {
  const { person: left, paymentId } = await payNewPerson('BTC', '0.4');
  await chain.tell(paymentId);
  await chain.drop(paymentId);
  await chain.tell(paymentId);
  expect((await leave(left)).status).toBe(200);
  await testApp.db.pool.query('update sandbox_payment set has_failed = false where id = $1', [paymentId]);
  await chain.confirm(paymentId, 2);
  await chain.tell(paymentId);
  await chain.tell(paymentId);
  const waiting = async () =>
    (await listUnassignedDeposits(testApp.db)).filter(({ externalId }) => externalId === paymentId);
  expect(await waiting()).toMatchObject([{ confirmations: 2, confirmationsNeeded: 3 }]);

  const heir = await makePerson(testApp);
  expect(await assignTo(heir, paymentId)).toBe(true);
  expect(await waiting()).toEqual([]);
  await runJob(testApp, 'watch-rail', {});
  expect(await walletOf(heir, 'BTC')).toEqual({ balance: '0', pending: '0.4' });
  await chain.confirm(paymentId, 1);
  await Promise.all([chain.tell(paymentId), chain.tell(paymentId, sibling)]);
  expect(await walletOf(heir, 'BTC')).toEqual({ balance: '0.4', pending: '0' });
  expect(await historyOf(heir)).toMatchObject([
    { status: 'COMPLETED', timeline: [{ state: 'confirming' }, { state: 'completed' }] },
  ]);
});

it('lets nobody leave whom an operator has named for a payment, until it is credited', async () => {
  const { paymentId, person } = await nameNewPerson();
  expect(refused(await leave(person)).error).toBe('AccountHasUnfinishedTransactions');
  await runJob(testApp, 'watch-rail', {});
  expect(refused(await leave(person)).error).toBe('AccountHasMoney');
  expect(await listUnassignedDeposits(testApp.db)).not.toContainEqual(
    expect.objectContaining({ externalId: paymentId }),
  );
});

it('lists what was to be credited to somebody who has left all the same, for another to be named', async () => {
  const { paymentId, person: left } = await nameNewPerson();
  await testApp.db.pool.query('update app_user set deleted_at = now() where id = $1', [left.user.id]);
  await runJob(testApp, 'watch-rail', {});
  expect(await listUnassignedDeposits(testApp.db)).toContainEqual(
    expect.objectContaining({ externalId: paymentId }),
  );
  const person = await makePerson(testApp);
  expect(await assignTo(person, paymentId)).toBe(true);
  await runJob(testApp, 'watch-rail', {});
  expect(await walletOf(person, 'XRP')).toEqual({ balance: '6', pending: '0' });
});

/** A final payment that was nobody's, and a new person whom an operator has named for it. */
async function nameNewPerson() {
  const person = await makePerson(testApp);
  const { address } = await depositAddressOf(testApp, person, 'XRP');
  const paymentId = await chain.pay({ address, memo: '12' }, 'XRP', '6');
  await chain.confirm(paymentId, 1);
  await chain.tell(paymentId);
  expect(await assignTo(person, paymentId)).toBe(true);
  return { person, paymentId };
}

function assignTo(person: SignedInPerson, paymentId: string): Promise<boolean> {
  return assignDeposit(testApp.db, {
    rail: 'sandbox',
    externalId: paymentId,
    userId: person.user.id,
    actor: { kind: 'operator', name: 'ada' },
    reason: 'showed the payment',
  });
}
