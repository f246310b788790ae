import { endpoints } from '@mercury/contract/api/index.ts';
import * as contract from '@mercury/contract/console/deposits.ts';
import type { ListedDepositState } from '@mercury/contract/console/deposits.ts';
import type { StaffRole } from '@mercury/contract/console/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { RailUnavailableError } from '../../rails/rail.ts';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { balanceOf, runJob } from '../../test/money.ts';
import { depositAddressOf, openPretendChain, type PretendChain } from '../../test/pretend-chain.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail } from '../../test/withdrawals.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
let chain: PretendChain;
let treasurer: StaffPerson;
const nobodys = 'mrcy1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq';

beforeAll(async () => {
  testApp = await createTestApp();
  chain = await openPretendChain(testApp);
  treasurer = await makeStaff(testApp, 'treasurer');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function list(state: ListedDepositState) {
  const path = `/deposits?state=${state}` as const;
  const reply = await callConsole(testApp, { ...contract.listDeposits, path }, { token: treasurer.token });
  return consoleSuccess(contract.listDeposits, reply).deposits;
}
async function listUnassigned(cursor?: string) {
  const path = `/deposits/unassigned${cursor === undefined ? '' : `?cursor=${cursor}`}` as const;
  const reply = await callConsole(
    testApp,
    { ...contract.listUnassignedDeposits, path },
    { token: treasurer.token },
  );
  return consoleSuccess(contract.listUnassignedDeposits, reply);
}
async function counts() {
  const reply = await callConsole(testApp, contract.countDeposits, { token: treasurer.token });
  return consoleSuccess(contract.countDeposits, reply);
}
async function fileOf(id: string) {
  const path = `/deposits/${id}` as const;
  const reply = await callConsole(testApp, { ...contract.getDeposit, path }, { token: treasurer.token });
  return consoleSuccess(contract.getDeposit, reply).deposit;
}
async function ownersBy(search: string, { token } = treasurer) {
  const path = `/deposits/owners?search=${encodeURIComponent(search)}` as const;
  const reply = await callConsole(testApp, { ...contract.findOwners, path }, { token });
  return consoleSuccess(contract.findOwners, reply).owners;
}

function assign(number: string, { user }: SignedInPerson, { token }: StaffPerson = treasurer, app = testApp) {
  return callConsole(
    app,
    { ...contract.assignDeposit, path: `/deposits/unassigned/${number}/assignment` },
    { token, body: { accountId: user.id, reason: 'By their ticket' } },
  );
}
function observe(externalId: string, { token }: StaffPerson = treasurer, app = testApp) {
  return callConsole(app, contract.observeDeposit, { token, body: { externalId } });
}

async function bitcoinOf({ token }: SignedInPerson): Promise<string | undefined> {
  const { body } = await testApp.call('GET', '/wallets/balance', { token });
  const { wallets } = succeeded(endpoints.getBalance, { status: 200, headers: {}, body });
  return wallets.find(({ currency }) => currency === 'BTC')?.balance;
}

/** A payment to nobody's address that was seen; its number. */
async function payNobody(amount: string, blockCount = 0): Promise<{ paymentId: string; number: string }> {
  const paymentId = await chain.pay({ address: nobodys }, 'MRCY', amount);
  if (blockCount > 0) await chain.confirm(paymentId, blockCount);
  await chain.tell(paymentId);
  const found = (await listUnassigned()).deposits.find(({ externalId }) => externalId === paymentId);
  return { paymentId, number: found?.number ?? '' };
}

it('lists a deposit by what it waits for, with its file', async () => {
  const person = await makePerson(testApp);
  const { address } = await depositAddressOf(testApp, person, 'BTC');
  const paymentId = await chain.pay({ address }, 'BTC', '0.5');
  await chain.tell(paymentId);
  const [seen] = await list('seen');
  expect(seen).toMatchObject({
    externalId: paymentId,
    account: { username: person.username },
    confirmations: 0,
  });
  await chain.confirm(paymentId, 1);
  await chain.tell(paymentId);
  expect((await list('seen')).map(({ externalId }) => externalId)).not.toContain(paymentId);
  expect(await list('confirming')).toMatchObject([{ externalId: paymentId, state: 'confirming' }]);
  expect(await counts()).toMatchObject({ seen: 0, confirming: 1 });
  await chain.confirm(paymentId, 2);
  await chain.tell(paymentId);
  const [credited] = await list('completed');
  expect(credited).toMatchObject({ externalId: paymentId, state: 'completed' });
  const file = await fileOf(credited?.id ?? '');
  expect(file).toMatchObject({
    address,
    amount: '0.50000000',
    timeline: [{}, { state: 'completed' }],
    acts: [],
  });
  expect(file.lines.map(({ account, amount }) => `${account} ${amount}`).toSorted()).toEqual([
    'house rail_clearing -0.50000000',
    'person available 0.50000000',
  ]);
  expect((await fileOf(file.transactionId)).id).toBe(file.id);
  const unknown = { ...contract.getDeposit, path: `/deposits/${uuidv7()}` as const };
  expect((await callConsole(testApp, unknown, { token: treasurer.token })).status).toBe(404);
});

describe('a payment that is nobody’s', () => {
  it('is listed oldest first, page by page', async () => {
    const before = (await counts()).unassigned;
    await testApp.db.pool.query(
      `insert into unassigned_deposit (rail, external_id, asset, amount, address, confirmations, confirmations_needed, has_failed)
       select 'sandbox', 'listed ' || turn, 'MRCY', 1, $1, 0, 1, false from generate_series(1, 60) turn`,
      [nobodys],
    );
    const first = await listUnassigned();
    const second = await listUnassigned(first.nextCursor ?? '');
    const numbers = [...first.deposits, ...second.deposits].map(({ number }) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect([first.deposits.length, numbers.length, second.nextCursor]).toEqual([50, before + 60, null]);
    expect((await counts()).unassigned).toBe(before + 60);
    await testApp.ownerDb.pool.query(`delete from unassigned_deposit where external_id like 'listed %'`);
  });

  it('is credited to whom staff name, at once if it is final, and once', async () => {
    const person = await makePerson(testApp);
    const { paymentId, number } = await payNobody('6', 1);
    const reply = consoleSuccess(contract.assignDeposit, await assign(number, person));
    expect(reply).toMatchObject({ state: 'completed', hasRailAnswered: true, payment: { confirmations: 1 } });
    expect(await newestEntry(testApp)).toMatchObject({
      actor: treasurer.email,
      action: 'deposit.assign',
      subject_id: paymentId,
      after: { account: person.username },
      reason: 'By their ticket',
    });
    expect((await assign(number, person)).body.error).toBe('DepositHasOwner');
    await Promise.all([observe(paymentId), observe(paymentId), chain.tell(paymentId)]);
    await runJob(testApp, 'watch-rail', {});
    expect(await balanceOf(testApp, person)).toBe('6.00000000');
    expect((await fileOf(reply.depositId ?? '')).acts.map(({ action }) => action)).toContain(
      'deposit.assign',
    );
  });

  it('named for two people at once is credited to one of them', async () => {
    const other = await makeStaff(testApp, 'treasurer');
    const [one, two] = [await makePerson(testApp), await makePerson(testApp)];
    const { number } = await payNobody('7', 1);
    const replies = await Promise.all([assign(number, one), assign(number, two, other)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await runJob(testApp, 'watch-rail', {});
    const balances = [await balanceOf(testApp, one), await balanceOf(testApp, two)];
    expect(balances.toSorted()).toEqual(['0.00000000', '7.00000000']);
  });

  it('stays assigned though the rail is silent, and is credited later', async () => {
    const findDeposit = (): Promise<never> => Promise.reject(new RailUnavailableError('silent'));
    const silent = await createSiblingApp(
      testApp,
      {},
      { rail: createRealRail({ name: 'sandbox', isSandbox: true, findDeposit }) },
    );
    const person = await makePerson(testApp);
    const { paymentId, number } = await payNobody('8', 1);
    try {
      const reply = await assign(number, person, treasurer, silent);
      expect(consoleSuccess(contract.assignDeposit, reply)).toMatchObject({
        state: 'assigned',
        hasRailAnswered: false,
        payment: null,
      });
      expect((await observe(paymentId, treasurer, silent)).body.error).toBe('RailUnavailable');
    } finally {
      await silent.close();
    }
    expect(consoleSuccess(contract.observeDeposit, await observe(paymentId)).state).toBe('completed');
    expect(await balanceOf(testApp, person)).toBe('8.00000000');
  });

  it('is not for somebody who has left, nor is one that nobody has seen', async () => {
    const person = await makePerson(testApp);
    const { number } = await payNobody('9');
    await testApp.db.pool.query('update app_user set deleted_at = now() where id = $1', [person.user.id]);
    expect((await assign(number, person)).body.error).toBe('DepositHasOwner');
    expect((await assign('999999', person)).status).toBe(404);
    expect((await listUnassigned()).deposits.map(({ number: each }) => each)).toContain(number);
  });
});

it('the rail is asked again at once, which tells what it found and is written down', async () => {
  const person = await makePerson(testApp);
  const { address } = await depositAddressOf(testApp, person, 'BTC');
  const paymentId = await chain.pay({ address }, 'BTC', '0.25');
  expect((await observe(paymentId)).status, 'of a payment that nothing here knows').toBe(404);
  await chain.tell(paymentId);
  await chain.confirm(paymentId, 3);
  const replies = await Promise.all([observe(paymentId), observe(paymentId)]);
  for (const reply of replies) {
    expect(consoleSuccess(contract.observeDeposit, reply)).toMatchObject({
      payment: { confirmations: 3, hasFailed: false },
      state: 'completed',
    });
  }
  expect(await newestEntry(testApp)).toMatchObject({ action: 'deposit.observe', subject_id: paymentId });
  expect(await bitcoinOf(person)).toBe('0.25000000');
});

it('owners are found by the whole of a username, proved email or address, and not by a part', async () => {
  const person = await makePerson(testApp);
  const { address } = await depositAddressOf(testApp, person, 'BTC');
  const found = { id: person.user.id, username: person.username };
  expect(await ownersBy(person.username.toUpperCase())).toEqual([{ ...found, match: 'username' }]);
  // Whoever may not see an email must not find out whose it is either.
  expect(await ownersBy(person.email)).toEqual([]);
  expect(await ownersBy(person.email, await makeStaff(testApp, 'owner'))).toEqual([
    { ...found, match: 'email' },
  ]);
  expect(await ownersBy(address)).toEqual([{ ...found, match: 'deposit_address' }]);
  const own = await depositAddressOf(testApp, person, 'MRCY');
  expect(await ownersBy(own.address)).toEqual([{ ...found, match: 'wallet_address' }]);
  expect(await ownersBy(person.username.slice(0, -1))).toEqual([]);
  const shared = await depositAddressOf(testApp, person, 'XRP');
  expect(await ownersBy(shared.address), 'of everybody').toEqual([]);
});

it.each<StaffRole>(['support', 'compliance', 'auditor'])('%s reads, and assigns nothing', async (role) => {
  const staff = await makeStaff(testApp, role);
  const { paymentId, number } = await payNobody('1');
  expect((await callConsole(testApp, contract.countDeposits, { token: staff.token })).status).toBe(200);
  const refusals = [
    await assign(number, await makePerson(testApp), staff),
    await observe(paymentId, staff),
    await callConsole(testApp, contract.findOwners, { token: staff.token }),
  ];
  expect(refusals.map(({ body }) => body.error)).toEqual(refusals.map(() => 'PermissionMissing'));
});
