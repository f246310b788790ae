import * as people from '@mercury/contract/console/people.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { one } from '../../db/rows.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { depositAddressOf } from '../../test/pretend-chain.ts';
import { withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';
import { callConsole, consoleSuccess, makeStaff } from '../test/console-client.ts';

let testApp: TestApp;
let supportToken: string;
let treasurerToken: string;
let person: SignedInPerson;
let transactionId: string;

beforeAll(async () => {
  testApp = await createTestApp();
  supportToken = (await makeStaff(testApp, 'support')).token;
  treasurerToken = (await makeStaff(testApp, 'treasurer')).token;
  person = await makePerson(testApp, { username: 'Nadia_one' });
  await makePerson(testApp, { username: 'nadia_two' });
  await makePerson(testApp, { username: 'nadiaXthree' });
  await giveMoney(testApp, person, 'BTC', '1');
  transactionId = (await withdrawWith(testApp, person)).body.transaction.id;
});
afterAll(() => testApp.close());

async function find(search: string, token = supportToken) {
  const path = `/people?search=${encodeURIComponent(search)}` as const;
  return consoleSuccess(
    people.findPeople,
    await callConsole(testApp, { ...people.findPeople, path }, { token }),
  );
}
const namesOf = async (search: string) => (await find(search)).people.map(({ username }) => username);
const foundIn = async (search: string) =>
  (await find(search)).people.map(({ id, foundBy }) => [id, foundBy] as const);

describe('names and emails', () => {
  it('match from their beginning, whatever the case, and as they are written', async () => {
    expect(await namesOf('NADIA')).toEqual(['Nadia_one', 'nadia_two', 'nadiaXthree']);
    expect(await namesOf('nadia_')).toEqual(['Nadia_one', 'nadia_two']);
    expect(await namesOf('adia_one')).toEqual([]);
    expect(await namesOf('Nadia_One@example')).toEqual(['Nadia_one']);
    expect((await find(person.email)).people).toMatchObject([
      { id: person.user.id, foundBy: 'email', email: person.email, isFrozen: false, leftAt: null },
    ]);
  });

  it('a whole name comes before those that begin with it', async () => {
    await makePerson(testApp, { username: 'zora' });
    await makePerson(testApp, { username: 'ZORA_a' });
    expect(await namesOf('zora')).toEqual(['zora', 'ZORA_a']);
  });

  it('no email is sent to, or searched for, a role that may not see it', async () => {
    expect((await find(person.username, treasurerToken)).people).toMatchObject([
      { id: person.user.id, email: null },
    ]);
    expect((await find(person.email, treasurerToken)).people).toEqual([]);
  });

  it('shows ten at most, and says that there are more', async () => {
    for (let count = 0; count < 11; count += 1) await makePerson(testApp, { username: `many_${count}` });
    const found = await find('many_');
    expect([found.people.length, found.hasMore]).toEqual([10, true]);
    expect((await find('many_10')).hasMore).toBe(false);
  });

  it('wants three characters and no control characters', async () => {
    for (const search of ['ab', 'abc%00']) {
      const path = `/people?search=${search}` as const;
      const reply = await callConsole(testApp, { ...people.findPeople, path }, { token: supportToken });
      expect(reply.body.error).toBe('ValidationFailed');
    }
  });
});

describe('what belongs to somebody leads to them', () => {
  it('an address of theirs', async () => {
    const { user } = person;
    expect(await foundIn(user.walletAddress.toUpperCase())).toEqual([[user.id, 'walletAddress']]);
    const { address } = await depositAddressOf(testApp, person, 'ETH');
    expect(await foundIn(address.toLowerCase())).toEqual([[user.id, 'depositAddress']]);
  });

  it('of an address that people share, with its memo', async () => {
    const other = await makePerson(testApp);
    await testApp.db.pool.query(
      `insert into deposit_address (user_id, chain, rail, address, memo)
       values ($1, 'xrpl', 'sandbox', 'rShared', '7'), ($2, 'xrpl', 'sandbox', 'rShared', '8')`,
      [person.user.id, other.user.id],
    );
    expect(await foundIn('rShared')).toHaveLength(2);
    expect(await foundIn('rShared:8')).toEqual([[other.user.id, 'depositAddress']]);
    expect(await foundIn('rShared 7')).toEqual([[person.user.id, 'depositAddress']]);
  });

  it('an id: of the person, a transaction, a withdrawal', async () => {
    const { id } = person.user;
    expect(await foundIn(id)).toEqual([[id, 'person']]);
    expect(await foundIn(transactionId)).toEqual([[id, 'transaction']]);
    expect(await foundIn(await withdrawalIdOf(testApp, transactionId))).toEqual([[id, 'withdrawal']]);
    expect(await foundIn(uuidv7())).toEqual([]);
  });

  it('a transfer leads to both of its people', async () => {
    const other = await makePerson(testApp);
    await testApp.call('POST', '/wallets/transfer', {
      token: person.token,
      body: { recipientAddress: other.user.walletAddress, amount: '0.0001', currency: 'BTC' },
    });
    const { transfer_id: transferId } = one(
      await testApp.db.pool.query<{ transfer_id: string }>(
        `select transfer_id from wallet_transaction where user_id = $1`,
        [other.user.id],
      ),
    );
    const found = await foundIn(transferId);
    expect(found.map(([id]) => id).toSorted()).toEqual([person.user.id, other.user.id].toSorted());
    expect(found.map(([, by]) => by)).toEqual(['transfer', 'transfer']);
  });

  it('an order, an archived one too', async () => {
    await openMarket(testApp);
    await giveMoney(testApp, person, 'USD', '1000');
    const placed = await testApp.call('POST', '/orders', {
      token: person.token,
      body: { market: 'MRCY-USD', side: 'BUY', type: 'LIMIT', price: '0.55', quantity: '100' },
    });
    expect(await foundIn(placed.body.order.id)).toEqual([[person.user.id, 'order']]);
    const archivedId = uuidv7();
    await testApp.ownerDb.pool.query(
      `insert into archived_order (user_id, client_order_id, told) values ($1, 'mine', jsonb_build_object('id', $2::text))`,
      [person.user.id, archivedId],
    );
    expect(await foundIn(archivedId)).toEqual([[person.user.id, 'order']]);
  });

  it('the chain’s name of a payment, also without the number of its output', async () => {
    await testApp.ownerDb.pool.query(
      'update withdrawal set external_reference = $2 where transaction_id = $1',
      [transactionId, 'f00dfeed11:0'],
    );
    for (const search of ['f00dfeed11:0', 'f00dfeed11'])
      expect(await foundIn(search)).toEqual([[person.user.id, 'chainReference']]);
    expect(await foundIn('f00dfee')).toEqual([]);
  });
});
