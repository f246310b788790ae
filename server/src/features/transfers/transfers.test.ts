import { randomUUID } from 'node:crypto';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import { balanceOf, makeFundedPerson } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

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

function transfer(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return testApp.call('POST', '/wallets/transfer', {
    token: sender.token,
    body: { recipientAddress: recipient.user.walletAddress, amount: '40', ...body },
    headers,
  });
}

/** A hundred wait for one row behind a pool of twenty: on a busy machine some are told to come back. */
async function askUntilAnswered(body: Record<string, unknown>): Promise<TestReply> {
  const headers = { 'idempotency-key': randomUUID() };
  let reply = await transfer(body, headers);
  while (reply.body.error === 'Busy') reply = await transfer(body, headers);
  return reply;
}

function listOf(person: SignedInPerson, query = '') {
  return testApp.call('GET', `/transactions${query}`, { token: person.token });
}

describe('a transfer', () => {
  it('moves the amount, and both see it in their history', async () => {
    const reply = await transfer({ amount: '40.5', note: 'for the book' });
    expect(reply.status).toBe(200);
    expect(reply.body.transaction).toMatchObject({
      type: 'TRANSFER',
      status: 'COMPLETED',
      direction: 'out',
      amount: '40.50000000',
      fee: '0.00000000',
      currency: 'MRCY',
      counterparty: recipient.user.walletAddress,
      counterpartyUsername: recipient.user.username,
      note: 'for the book',
    });
    expect(reply.body.wallet).toMatchObject({ balance: '59.50000000', availableBalance: '59.50000000' });
    expect(await balanceOf(testApp, sender)).toBe('59.50000000');
    expect(await balanceOf(testApp, recipient)).toBe('40.50000000');
    expect((await listOf(recipient)).body.transactions).toMatchObject([
      {
        direction: 'in',
        amount: '40.50000000',
        counterparty: sender.user.walletAddress,
        counterpartyUsername: sender.user.username,
        note: 'for the book',
      },
    ]);
    expect((await listOf(sender)).body.transactions[0]).toEqual(reply.body.transaction);
  });

  it('may take the last unit and not one more', async () => {
    expect((await transfer({ amount: '100.00000001' })).body.error).toBe('InsufficientBalance');
    expect((await transfer({ amount: '100' })).status).toBe(200);
    expect((await transfer({ amount: '0.00000001' })).body.error).toBe('InsufficientBalance');
    expect(await balanceOf(testApp, sender)).toBe('0.00000000');
  });

  it.each([
    [{ amount: '0' }, 422, 'AmountNotPositive'],
    [{ amount: '0.000000001' }, 400, 'ValidationFailed'],
    [{ amount: '1e1' }, 400, 'ValidationFailed'],
    [{ amount: '-1' }, 400, 'ValidationFailed'],
    [{ amount: 1 }, 400, 'ValidationFailed'],
    [{ recipientAddress: 'mrcy1nonsense' }, 422, 'InvalidAddress'],
    [{ recipientAddress: '' }, 400, 'ValidationFailed'],
    [{ recipientAddress: encodeAddress(new Uint8Array(20)) }, 422, 'RecipientNotFound'],
    [{ currency: 'BTC' }, 422, 'InsufficientBalance'],
    [{ recipientAddress: '@nobody_here' }, 422, 'RecipientNotFound'],
    [{ recipientAddress: '@no' }, 422, 'InvalidAddress'],
    [{ recipientAddress: 'person_1' }, 422, 'InvalidAddress'],
    [{ recipientAddress: '@grace@example.com' }, 422, 'InvalidAddress'],
    [{ currency: 'PEPE' }, 400, 'ValidationFailed'],
    [{ note: 'left \u202e right' }, 400, 'ValidationFailed'],
    [{ note: 'half \ud800' }, 400, 'ValidationFailed'],
    [{ unlisted: true }, 400, 'ValidationFailed'],
  ])('with %j is refused and nothing moves', async (body, status, error) => {
    const reply = await transfer(body);
    expect({ status: reply.status, error: reply.body.error }).toEqual({ status, error });
    expect(await balanceOf(testApp, sender)).toBe('100.00000000');
    expect((await listOf(sender)).body.total).toBe(0);
  });

  it('to oneself is refused', async () => {
    expect((await transfer({ recipientAddress: sender.user.walletAddress })).body.error).toBe(
      'RecipientIsSelf',
    );
  });

  it('finds an address that was pasted with spaces or in capitals', async () => {
    expect(
      (await transfer({ recipientAddress: ` ${recipient.user.walletAddress.toUpperCase()} ` })).status,
    ).toBe(200);
  });

  it('repeated under its key has one effect and one reply, also fifty times at once', async () => {
    const headers = { 'idempotency-key': 'the-same-intent' };
    const replies = await Promise.all(Array.from({ length: 50 }, () => transfer({ amount: '3' }, headers)));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('97.00000000');
    await transfer({ amount: '1' });
    // Whatever happened since, the repeat is answered as the first call was.
    expect((await transfer({ amount: '3' }, headers)).body).toEqual(replies[0]?.body);
  });

  it('repeated under its key is answered as before, though its recipient has left meanwhile', async () => {
    const headers = { 'idempotency-key': 'before-they-left' };
    const first = await transfer({}, headers);
    const { token, password } = recipient;
    const back = { recipientAddress: sender.user.walletAddress, amount: '40' };
    expect((await testApp.call('POST', '/wallets/transfer', { token, body: back })).status).toBe(200);
    const left = await testApp.call('DELETE', '/users/account', {
      token,
      body: { password, reason: 'done' },
    });
    expect(left.status).toBe(200);
    const repeat = await transfer({}, headers);
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    expect(await balanceOf(testApp, sender)).toBe('100.00000000');
    expect((await transfer({})).body.error).toBe('RecipientNotFound');
  });

  it('under a used key with other details is refused', async () => {
    const headers = { 'idempotency-key': 'used-for-another' };
    await transfer({ amount: '3' }, headers);
    const reply = await transfer({ amount: '4' }, headers);
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 422,
      error: 'IdempotencyKeyReused',
    });
    expect(await balanceOf(testApp, sender)).toBe('97.00000000');
  });

  it('that was refused leaves its key free for when there is enough', async () => {
    const headers = { 'idempotency-key': 'refused-at-first' };
    expect((await transfer({ amount: '101' }, headers)).body.error).toBe('InsufficientBalance');
    const funded = await makeFundedPerson(testApp, '100');
    await testApp.call('POST', '/wallets/transfer', {
      token: funded.token,
      body: { recipientAddress: sender.user.walletAddress, amount: '50' },
    });
    expect((await transfer({ amount: '101' }, headers)).status).toBe(200);
  });

  it('a hundred times at once never takes more than there is', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => askUntilAnswered({ amount: '30' })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3);
    expect(replies.filter((reply) => reply.body.error === 'InsufficientBalance')).toHaveLength(97);
    expect(await balanceOf(testApp, sender)).toBe('10.00000000');
    expect(await balanceOf(testApp, recipient)).toBe('90.00000000');
  });

  it('back and forth at once does not lock up', async () => {
    await transfer({ amount: '50' });
    const back = () =>
      testApp.call('POST', '/wallets/transfer', {
        token: recipient.token,
        body: { recipientAddress: sender.user.walletAddress, amount: '1' },
      });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? back() : transfer({ amount: '1' }))),
    );
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
    expect(await balanceOf(testApp, sender)).toBe('50.00000000');
  });

  it('is told as done when the contact could not be kept', async () => {
    await testApp.ownerDb.pool.query('alter table contact add constraint takes_none check (false) not valid');
    try {
      const reply = await transfer({ amount: '1', saveToContacts: true, contactName: 'Grace' });
      expect(reply.status).toBe(200);
    } finally {
      await testApp.ownerDb.pool.query('alter table contact drop constraint takes_none');
    }
    expect(await balanceOf(testApp, sender)).toBe('99.00000000');
  });

  it('can keep the recipient as a contact, by name or by the address alone', async () => {
    await transfer({ amount: '1', saveToContacts: true, contactName: 'Grace' });
    await transfer({ amount: '1', saveToContacts: true, contactName: 'Another name' });
    const { body } = await testApp.call('GET', '/contacts?type=recent', { token: sender.token });
    expect(body.contacts).toMatchObject([
      { name: 'Grace', walletAddress: recipient.user.walletAddress, isFavorite: false },
    ]);
  });
});
