import { endpoints } from '@mercury/contract/api/index.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** The books count dollars in millionths. What is beyond a cent moves inside only, and with all the rest of a balance. */

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '10.004999');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

function call(path: string, body: object, headers: Record<string, string> = {}): Promise<TestReply> {
  return testApp.call('POST', path, { token: person.token, body, headers });
}

async function dollarsOf({ token }: SignedInPerson): Promise<Wallet | undefined> {
  const reply = await testApp.call('GET', '/wallets/balance', { token });
  return succeeded(endpoints.getBalance, reply).wallets.find(({ currency }) => currency === 'USD');
}

function invalidField(reply: TestReply): string | undefined {
  const { status, error, errors } = refused(reply);
  expect({ status, error }).toEqual({ status: 400, error: 'ValidationFailed' });
  return errors?.[0]?.field;
}

it('a balance is told exactly, and what it is worth in cents', async () => {
  expect(await dollarsOf(person)).toMatchObject({
    balance: '10.004999',
    availableBalance: '10.004999',
    usdValue: '10.00',
  });
});

describe('an offer', () => {
  const buy = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'MRCY' };
  const quoteOf = async (body: object) => succeeded(endpoints.createQuote, await call('/quotes', body)).quote;
  const isWhole = (text: string): boolean => (parseAmount('USD', text)?.minorUnits ?? 1n) % 10_000n === 0n;

  it('takes and gives whole cents, whichever side was typed', async () => {
    const bought = await quoteOf({ ...buy, toAmount: '3.33333333' });
    const sold = await quoteOf({
      type: 'SELL',
      fromCurrency: 'MRCY',
      toCurrency: 'USD',
      fromAmount: '3.33333333',
    });
    const { fromAmount, fee } = await quoteOf({ ...buy, fromAmount: '9.99' });
    for (const text of [bought.fromAmount, bought.fee, sold.toAmount, fromAmount, fee]) {
      expect([text, isWhole(text)]).toEqual([text, true]);
    }
  });

  it.each(['10.004', '10.0049999', '10.005', '10.004998', '10.000'])(
    'is not made of %s, which nobody types',
    async (fromAmount) => {
      expect(invalidField(await call('/quotes', { ...buy, fromAmount }))).toBe('fromAmount');
    },
  );

  it('is made of all that there is, and empties the balance', async () => {
    const { id, fromAmount, fee, toAmount, usdValue } = await quoteOf({ ...buy, fromAmount: '10.004999' });
    expect({ fromAmount, fee, usdValue }).toEqual({
      fromAmount: '10.004999',
      fee: '0.03',
      usdValue: '10.00',
    });
    const accepted = await call(`/quotes/${id}/accept`, { fromAmount, toAmount });
    expect(succeeded(endpoints.acceptQuote, accepted).transaction.trade).toMatchObject({
      fromAmount: '10.004999',
    });
    expect(await dollarsOf(person)).toMatchObject({ balance: '0.00' });
  });
});

describe('a transfer', () => {
  const send = (amount: string, friend: SignedInPerson, headers: Record<string, string> = {}) =>
    call(
      '/wallets/transfer',
      { recipientAddress: friend.user.walletAddress, amount, currency: 'USD' },
      headers,
    );

  it('of part of a cent is refused, but with all that there is; a repeat of that is answered alike', async () => {
    const friend = await makePerson(testApp);
    // To somebody known nothing else is asked, so the posting alone would find the repeat.
    await testApp.db.pool.query(
      `insert into paid_recipient (user_id, address, first_paid_at, is_proved)
       values ($1, $2, now() - interval '9 days', true)`,
      [person.user.id, friend.user.walletAddress],
    );
    expect(invalidField(await send('10.004998', friend))).toBe('amount');
    const headers = { 'idempotency-key': uuidv7() };
    const sent = await send('10.004999', friend, headers);
    expect(succeeded(endpoints.transfer, sent).transaction.amount).toBe('10.004999');
    expect(await dollarsOf(person)).toMatchObject({ balance: '0.00' });
    expect(await dollarsOf(friend)).toMatchObject({ balance: '10.004999' });
    expect((await send('10.004999', friend, headers)).body).toEqual(sent.body);
  });
});

it.each([
  ['a top-up', '/wallets/topup', { currency: 'USD', paymentMethod: 'CRYPTO', amount: '25.001' }, 'amount'],
  [
    'a recurring buy',
    '/recurring-buys',
    { fromCurrency: 'USD', toCurrency: 'BTC', every: 'day', amount: '10.004999' },
    'amount',
  ],
] as const)('%s of part of a cent is refused', async (_what, path, body, field) => {
  expect(invalidField(await call(path, body))).toBe(field);
});
