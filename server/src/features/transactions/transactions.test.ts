import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openTestTopUp, payAndConfirm } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;
let other: SignedInPerson;
const amounts = [
  '1.00000000',
  '2.00000000',
  '3.00000000',
  '4.00000000',
  '5.00000000',
  '6.00000000',
  '7.00000000',
];

beforeAll(async () => {
  testApp = await createTestApp();
  [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  // 100 MRCY at the price of 0.57.
  await payAndConfirm(testApp, await openTestTopUp(testApp, person, '57'));
  for (const amount of amounts) {
    const reply = await testApp.call('POST', '/wallets/transfer', {
      token: person.token,
      body: { recipientAddress: other.user.walletAddress, amount },
    });
    expect(reply.status).toBe(200);
  }
});
afterAll(() => testApp.close());

function list(query: string, token = person.token) {
  return testApp.call('GET', `/transactions${query}`, { token });
}

const amountsIn = (reply: { body: { transactions: { amount: string }[] } }) =>
  reply.body.transactions.map((transaction) => transaction.amount);

describe('the list of transactions', () => {
  it('shows the five newest, how many there are, and where to go on', async () => {
    const first = await list('');
    expect(amountsIn(first)).toEqual(amounts.slice(2).toReversed());
    expect(first.body.total).toBe(8);
    const second = await list(`?cursor=${first.body.nextCursor}`);
    expect(amountsIn(second)).toEqual(['2.00000000', '1.00000000', '100.00000000']);
    expect(second.body.nextCursor).toBeNull();
  });

  it('goes by page numbers too', async () => {
    expect(amountsIn(await list('?page=2&limit=3'))).toEqual(['4.00000000', '3.00000000', '2.00000000']);
    expect(amountsIn(await list('?page=9'))).toEqual([]);
  });

  it('ends exactly at a full page without promising another', async () => {
    const reply = await list('?limit=8');
    expect(reply.body.transactions).toHaveLength(8);
    expect(reply.body.nextCursor).toBeNull();
  });

  it('has as many as 100 on a page, and goes on where there are more', async () => {
    const many = await makePerson(testApp);
    await testApp.ownerDb.pool.query(
      `insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state, created_at)
       select gen_random_uuid(), $1, 'TOPUP', 'MRCY', 1, 'in', 'PENDING', 'awaiting_payment', now()
         from generate_series(1, 101)`,
      [many.user.id],
    );
    const lengthOf = async (query: string) => (await list(query, many.token)).body.transactions.length;
    const whole = await list('?limit=100', many.token);
    expect(whole.body).toMatchObject({ total: 101, nextCursor: expect.any(String) });
    expect(whole.body.transactions).toHaveLength(100);
    expect(await lengthOf(`?limit=100&cursor=${whole.body.nextCursor}`)).toBe(1);
    expect(await lengthOf('?limit=1')).toBe(1);
    expect(await lengthOf('')).toBe(5);
    expect(await lengthOf('?limit=1&page=101')).toBe(1);
    expect(await lengthOf('?limit=1&page=10000')).toBe(0);
  });

  it('is filtered by type, status, currency and time', async () => {
    expect((await list('?type=TOPUP')).body.total).toBe(1);
    expect((await list('?type=TRANSFER&status=COMPLETED&currency=MRCY')).body.total).toBe(7);
    expect((await list('?status=PENDING')).body).toMatchObject({
      total: 0,
      transactions: [],
      nextCursor: null,
    });
    expect((await list('?currency=BTC')).body.total).toBe(0);
    const { body } = await list('?limit=1');
    const newest = body.transactions[0].createdAt;
    expect((await list(`?from=${newest}`)).body.total).toBe(1);
    expect((await list(`?to=${newest}`)).body.total).toBe(7);
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=five',
    '?page=0',
    '?page=10001',
    '?cursor=nonsense',
    '?type=GIFT',
    '?from=yesterday',
    '?from=0000-01-01T00:00:00Z',
    `?to=2026-01-01T00:00:00.${'1'.repeat(300)}Z`,
    '?unlisted=1',
    '?limit=1&limit=2',
  ])('refuses %s', async (query) => {
    const reply = await list(query);
    expect({ status: reply.status, error: reply.body.error }).toEqual({
      status: 400,
      error: 'ValidationFailed',
    });
  });
});

describe('a transaction', () => {
  it('is told as a sentence in the language asked for', async () => {
    const opened = await openTestTopUp(testApp, person, '10');
    const reply = await testApp.call('GET', `/transactions/${opened.transactionId}`, {
      token: person.token,
      headers: { 'accept-language': 'fa-IR,fa;q=0.9' },
    });
    expect(reply.body.message).toBe('در انتظار پرداخت.');
    expect(reply.body.transaction.paymentUrl).toContain(opened.paymentToken);
  });

  it("of somebody else's is absent, like one that never was or can't be", async () => {
    const { body } = await list('', other.token);
    const foreign = body.transactions[0].id;
    for (const id of [foreign, '01890a5d-ac96-774b-bcce-b302099a8057', 'not-an-id']) {
      const reply = await testApp.call('GET', `/transactions/${id}`, { token: person.token });
      expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 404, error: 'NotFound' });
    }
  });
});
