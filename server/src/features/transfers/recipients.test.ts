import { endpoints } from '@mercury/contract/api/index.ts';
import type { Recipient } from '@mercury/contract/api/wallets.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { freeze } from '../../identity/account/freeze.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import {
  createSiblingApp,
  createTestApp,
  refused,
  succeeded,
  type TestApp,
  type TestReply,
} from '../../test/app.ts';
import { balanceOf, makeFundedPerson, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { features } from '../features.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let recipient: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  [sender, recipient] = await Promise.all([makeFundedPerson(testApp, '100'), makePerson(testApp)]);
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const look = (to: string, { token } = sender) =>
  testApp.call('GET', `/wallets/recipient?to=${encodeURIComponent(to)}`, { token });
async function found(to: string, person = sender): Promise<Recipient> {
  return succeeded(endpoints.findRecipient, await look(to, person)).recipient;
}
function send(to: string, { amount = '40', key = '', person = sender, ...more } = {}): Promise<TestReply> {
  return testApp.call('POST', '/wallets/transfer', {
    token: person.token,
    body: { recipientAddress: to, amount, ...more },
    headers: key === '' ? {} : { 'idempotency-key': key },
  });
}
async function historyOf({ token }: SignedInPerson) {
  const reply = await testApp.call('GET', '/transactions', { token });
  return succeeded(endpoints.listTransactions, reply).transactions;
}
async function leave({ token, password }: SignedInPerson): Promise<void> {
  const left = await testApp.call('DELETE', '/users/account', { token, body: { password } });
  expect(left.status).toBe(200);
}
/** By the name that the row has now, which is nobody's. */
async function keptHandleOf({ user }: SignedInPerson): Promise<string> {
  const row = one(
    await testApp.db.pool.query<{ username: string }>('select username from app_user where id = $1', [
      user.id,
    ]),
  );
  return `@${row.username}`;
}
const handleOf = ({ username }: Pick<SignedInPerson, 'username'>) => `@${username}`;

describe('whom a transfer would reach', () => {
  it('is told of an address and of a username alike, in any case', async () => {
    const { walletAddress, username } = recipient.user;
    const expected = { username, walletAddress, contactName: null, isPaidBefore: false };
    for (const to of [walletAddress, ` ${walletAddress.toUpperCase()} `, handleOf(recipient).toUpperCase()]) {
      expect(await found(to)).toEqual(expected);
    }
  });

  it('says what the person calls them, and whether they were paid before', async () => {
    const { walletAddress } = recipient.user;
    await testApp.call('POST', '/contacts', { token: sender.token, body: { name: 'Grace', walletAddress } });
    expect((await send(walletAddress)).status).toBe(200);
    expect(await found(handleOf(recipient))).toMatchObject({ contactName: 'Grace', isPaidBefore: true });
    // Nobody else has called or paid them so.
    expect(await found(handleOf(recipient), await makePerson(testApp))).toMatchObject({
      contactName: null,
      isPaidBefore: false,
    });
    // Whoever was paid has not paid.
    expect(await found(handleOf(sender), recipient)).toMatchObject({
      contactName: null,
      isPaidBefore: false,
    });
  });

  it('is nobody for less than the whole of a name or address, for an email, and for oneself', async () => {
    const errorOf = async (to: string) => refused(await look(to)).error;
    const { walletAddress } = recipient.user;
    expect(await errorOf(recipient.username)).toBe('InvalidAddress');
    expect(await errorOf(recipient.email)).toBe('InvalidAddress');
    expect(await errorOf(`@${recipient.email}`)).toBe('InvalidAddress');
    expect(await errorOf(walletAddress.slice(0, -1))).toBe('InvalidAddress');
    expect(await errorOf(handleOf(recipient).slice(0, -1))).toBe('RecipientNotFound');
    expect(await errorOf(`${handleOf(recipient)}0`)).toBe('RecipientNotFound');
    expect(await errorOf(encodeAddress(new Uint8Array(20)))).toBe('RecipientNotFound');
    expect(await errorOf(handleOf(sender))).toBe('RecipientIsSelf');
    expect(await errorOf(sender.user.walletAddress)).toBe('RecipientIsSelf');
    expect(refused(await look('')).error).toBe('ValidationFailed');
  });

  it('is the same for an account that is frozen, and for one whose email nobody proved', async () => {
    const unproved = await makePerson(testApp, { isVerified: false });
    await inTransaction(testApp.db, async (trx) => {
      await lockPerson(trx, recipient.user.id);
      await freeze(trx, features, { userId: recipient.user.id, by: 'link' });
    });
    for (const [person, left] of [
      [recipient, '99.00000000'],
      [unproved, '98.00000000'],
    ] as const) {
      const { username, walletAddress } = person.user;
      expect(await found(handleOf(person))).toMatchObject({ username, walletAddress });
      expect(await found(walletAddress)).toMatchObject({ username, walletAddress });
      expect((await send(handleOf(person), { amount: '1' })).status).toBe(200);
      expect(await balanceOf(testApp, sender)).toBe(left);
    }
  });

  it('is nobody once the account is deleted, by any of its names', async () => {
    await leave(recipient);
    for (const to of [handleOf(recipient), await keptHandleOf(recipient), recipient.user.walletAddress]) {
      expect([to, refused(await look(to)).error]).toEqual([to, 'RecipientNotFound']);
      expect(refused(await send(to)).error).toBe('RecipientNotFound');
    }
  });

  it('is told 60 times a minute: nobody goes through all usernames', async () => {
    const limited = await createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1' });
    try {
      const ask = () =>
        limited.call('GET', `/wallets/recipient?to=${handleOf(recipient)}`, { token: sender.token });
      const replies = await Promise.all(Array.from({ length: 61 }, ask));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    } finally {
      await limited.close();
    }
  });
});

describe('a transfer to a @username', () => {
  it('reaches the account, whose address and name the sender gets', async () => {
    const { transaction } = succeeded(endpoints.transfer, await send(handleOf(recipient).toUpperCase()));
    const { walletAddress, username } = recipient.user;
    expect(transaction).toMatchObject({ counterparty: walletAddress, counterpartyUsername: username });
    expect(await balanceOf(testApp, recipient)).toBe('40.00000000');
    expect(await historyOf(recipient)).toMatchObject([
      { direction: 'in', counterparty: sender.user.walletAddress, counterpartyUsername: sender.username },
    ]);
    expect((await historyOf(sender))[0]).toEqual(transaction);
  });

  it('to oneself is refused', async () => {
    expect(refused(await send(handleOf(sender))).error).toBe('RecipientIsSelf');
  });

  it('saves the address as the contact, not the name', async () => {
    await send(handleOf(recipient), { saveToContacts: true, contactName: 'Grace' } as object);
    const { body } = await testApp.call('GET', '/contacts', { token: sender.token });
    expect(body.contacts).toMatchObject([{ name: 'Grace', walletAddress: recipient.user.walletAddress }]);
  });

  it('meets the guards of its address: with the allow-list on, only a contact is paid', async () => {
    await testApp.db.pool.query('update app_user set withdraws_to_book_only = true where id = $1', [
      sender.user.id,
    ]);
    expect(refused(await send(handleOf(recipient))).error).toBe('AddressNotAllowed');
    expect(await balanceOf(testApp, sender)).toBe('100.00000000');
  });

  it('under one key has one effect and one reply, fifty times at once and in any case', async () => {
    const [lower, upper] = [handleOf(recipient), handleOf(recipient).toUpperCase()];
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_none, index) =>
        send(index % 2 === 0 ? lower : upper, { amount: '3', key: 'the-same-intent' }),
      ),
    );
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('97.00000000');
  });

  it('under a key that was used for the address of the same account is another input, and moves nothing', async () => {
    const { walletAddress } = recipient.user;
    expect((await send(walletAddress, { key: 'by-address-first' })).status).toBe(200);
    expect((await send(walletAddress.toUpperCase(), { key: 'by-address-first' })).status).toBe(200);
    expect(refused(await send(handleOf(recipient), { key: 'by-address-first' })).error).toBe(
      'IdempotencyKeyReused',
    );
    expect(await balanceOf(testApp, recipient)).toBe('40.00000000');
  });

  it('is answered as before under its key, whoever has the username by then', async () => {
    const { username } = recipient;
    const first = await send(`@${username}`, { key: 'before-they-left' });
    await send(sender.user.walletAddress, { person: recipient });
    await leave(recipient);
    const repeat = await send(`@${username}`, { key: 'before-they-left' });
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    const successor = await makePerson(testApp, { username });
    const again = await send(`@${username}`, { key: 'before-they-left' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await balanceOf(testApp, successor)).toBe('0.00000000');
    expect(await balanceOf(testApp, sender)).toBe('100.00000000');
  });
});

describe('who the other side was', () => {
  it('is in the details, the statement and the file of both, until the other has left', async () => {
    const { transaction } = succeeded(endpoints.transfer, await send(handleOf(recipient)));
    const namesIn = async (): Promise<(string | null | undefined)[]> => {
      const call = (path: string) => testApp.call('GET', path, { token: sender.token });
      const details = succeeded(endpoints.getTransaction, await call(`/transactions/${transaction.id}`));
      const statement = succeeded(endpoints.getStatement, await call('/transactions/statement'));
      const lines = statement.currencies.flatMap((currency) => currency.lines);
      const file = String((await call('/transactions/export')).body);
      return [
        details.transaction.counterpartyUsername,
        lines.find(({ id }) => id === transaction.id)?.counterpartyUsername,
        file.trimEnd().split('\r\n').at(-1)?.split(',').at(-3),
      ];
    };
    const { username } = recipient;
    expect(await namesIn()).toEqual([username, username, username]);
    await send(handleOf(sender), { person: recipient });
    await leave(recipient);
    expect(await namesIn()).toEqual([null, null, '']);
    const history = await historyOf(sender);
    expect(history.map(({ counterpartyUsername }) => counterpartyUsername)).toEqual([null, null]);
    expect(history[0]?.counterparty).toBe(recipient.user.walletAddress);
  });

  it('is no more said of an account that lost its name, which is free for others', async () => {
    const unproved = await makePerson(testApp, { isVerified: false });
    expect((await send(handleOf(unproved), { amount: '1' })).status).toBe(200);
    await testApp.db.pool.query(
      `update app_user set created_at = now() - interval '25 hours' where id = $1`,
      [unproved.user.id],
    );
    await runJob(testApp, 'sweep', {});
    expect(await historyOf(sender)).toMatchObject([{ counterpartyUsername: null }]);
    expect(await found(unproved.user.walletAddress)).toMatchObject({ username: null });
    for (const to of [handleOf(unproved), await keptHandleOf(unproved)]) {
      expect(refused(await look(to)).error).toBe('RecipientNotFound');
    }
  });
});
