import { endpoints } from '@mercury/contract/api/index.ts';
import { writeTransactionsCsv } from '@mercury/contract/transactions-csv.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { mailMovedMoney } from '../notices/mail-moved-money.ts';

/** One order that takes from two others, which everything here looks at. Whoever takes pays 0.2 %, whoever rests 0.1 %. */
let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;
let hedy: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  [ada, grace, hedy] = [await makePerson(testApp), await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, ada, 'USD', '1000');
  await giveMoney(testApp, grace, 'MRCY', '1000');
  await giveMoney(testApp, hedy, 'MRCY', '1000');
  await place(grace, { side: 'SELL', price: '0.55', quantity: '40' });
  await place(grace, { side: 'SELL', price: '0.56', quantity: '20' });
  await place(hedy, { side: 'SELL', price: '0.57', quantity: '100' });
  await place(ada, { side: 'BUY', price: '0.57', quantity: '100' });
});
afterAll(async () => {
  await proveBooks(testApp.db);
  await testApp.close();
});

async function place(person: SignedInPerson, terms: object): Promise<void> {
  const body = { market: 'MRCY-USD', type: 'LIMIT', ...terms };
  succeeded(endpoints.placeOrder, await testApp.call('POST', '/orders', { token: person.token, body }));
}

async function tradesOf({ token }: SignedInPerson, query = '') {
  const reply = await testApp.call('GET', `/transactions${query}`, { token });
  return succeeded(endpoints.listTransactions, reply).transactions.filter(({ trade }) => trade !== null);
}

const mrcyOfAda = '99.80000000';

describe('the history of a trade between people', () => {
  test('has one row of whoever took, at the mean price, with the fee of what arrived', async () => {
    const rows = await tradesOf(ada);
    expect(rows).toMatchObject([
      {
        type: 'BUY',
        currency: 'MRCY',
        amount: mrcyOfAda,
        direction: 'in',
        status: 'COMPLETED',
        fee: '0.00000000',
      },
    ]);
    expect(rows[0]).toMatchObject({ usdValue: '56.00', counterparty: null, counterpartyUsername: null });
    expect(rows[0]?.trade).toEqual({
      fromCurrency: 'USD',
      fromAmount: '56.00',
      fee: '0.20000000',
      feeCurrency: 'MRCY',
      toCurrency: 'MRCY',
      toAmount: mrcyOfAda,
      // (40 × 0.55 + 20 × 0.56 + 40 × 0.57) / 100
      rate: { base: 'MRCY', quote: 'USD', value: '0.56' },
      isRecurring: false,
      market: 'MRCY-USD',
    });
  });

  test('has one row of each who was met, however many orders they had', async () => {
    const [ofGrace, ...others] = await tradesOf(grace);
    expect(others).toEqual([]);
    expect(ofGrace).toMatchObject({
      type: 'SELL',
      currency: 'MRCY',
      amount: '60.00000000',
      direction: 'out',
    });
    expect(ofGrace?.trade).toMatchObject({
      fromAmount: '60.00000000',
      fee: '0.0332',
      feeCurrency: 'USD',
      toAmount: '33.1668',
      rate: { value: '0.553333333333' },
    });
    expect((await tradesOf(hedy))[0]?.trade).toMatchObject({
      fromAmount: '40.00000000',
      toAmount: '22.7772',
    });
  });

  test.each(['USD', 'MRCY'])('is found by either currency: %s', async (currency) => {
    expect(await tradesOf(ada, `?currency=${currency}`)).toHaveLength(1);
    expect(await tradesOf(ada, '?currency=BTC')).toEqual([]);
  });

  test('shows the lines of one’s own, and nothing of the others', async () => {
    const [row] = await tradesOf(grace);
    const reply = await testApp.call('GET', `/transactions/${row?.id}`, { token: grace.token });
    const { entries, message } = succeeded(endpoints.getTransaction, reply);
    expect(entries.map(({ account, currency, amount }) => [account, currency, amount])).toEqual([
      ['available', 'MRCY', '-60.00000000'],
      ['available', 'USD', '33.1668'],
    ]);
    expect(message).toBe('You sold 60.00000000 MRCY for 33.1668 USD.');
  });

  test('is in the file for a spreadsheet', async () => {
    const [row] = await tradesOf(ada);
    expect(writeTransactionsCsv(row ? [row] : [])).toMatch(
      /,USD,56\.00,,MRCY,99\.80000000,,0\.20000000,MRCY-USD\r\n$/,
    );
  });
});

test('a statement has its line in both currencies, with the fee where it was taken', async () => {
  const reply = await testApp.call('GET', '/transactions/statement', { token: ada.token });
  const { currencies } = succeeded(endpoints.getStatement, reply);
  const last = (code: string) => currencies.find(({ currency }) => currency === code)?.lines.at(-1);
  const id = (await tradesOf(ada))[0]?.id;
  expect(last('USD')).toMatchObject({ id, type: 'BUY', amount: '-56.00', fee: '0.00', usdValue: '-56.00' });
  expect(last('MRCY')).toMatchObject({ id, amount: mrcyOfAda, fee: '0.20000000', usdValue: '56.00' });
});

test('the portfolio knows what was paid', async () => {
  const reply = await testApp.call('GET', '/portfolio?range=week', { token: ada.token });
  const { holdings } = succeeded(endpoints.getPortfolio, reply);
  expect(holdings.find(({ currency }) => currency === 'MRCY')).toMatchObject({
    amount: mrcyOfAda,
    costUsd: '56.00',
  });
});

describe('news of it', () => {
  test('reach whoever took and whoever was met', async () => {
    for (const [person, type] of [
      [ada, 'BUY'],
      [hedy, 'SELL'],
    ] as const) {
      const { notices } = succeeded(
        endpoints.listNotices,
        await testApp.call('GET', '/notices', { token: person.token }),
      );
      expect(notices.filter(({ kind }) => kind === 'trade_done')).toMatchObject([
        { type, isRecurring: false },
      ]);
    }
  });

  test('are mailed to whoever asked for it', async () => {
    await testApp.ownerDb.pool.query(
      `update app_user set notice_choices = '{"trades": {"mail": true}}', trade_mails_since = now() - interval '1 hour' where id = $1`,
      [hedy.user.id],
    );
    await mailMovedMoney(testApp);
    const mails = await testApp.db.kysely
      .selectFrom('outgoing_mail')
      .select(['template', 'recipient'])
      .execute();
    expect(mails.filter(({ recipient }) => recipient === hedy.user.email)).toMatchObject([
      { template: 'money-notice' },
    ]);
  });
});

test('an exchange of coins is worth what was given, at the price that everybody is shown', async () => {
  await openMarket(testApp, 'MRCY-USDT');
  await giveMoney(testApp, ada, 'USDT', '100');
  await place(hedy, { market: 'MRCY-USDT', side: 'SELL', price: '0.57', quantity: '10' });
  await place(ada, { market: 'MRCY-USDT', side: 'BUY', price: '0.57', quantity: '10' });
  const [ofAda] = await tradesOf(ada);
  expect(ofAda).toMatchObject({ type: 'EXCHANGE', currency: 'USDT', direction: 'out', usdValue: '5.70' });
  expect((await tradesOf(hedy))[0]).toMatchObject({ type: 'EXCHANGE', currency: 'MRCY', direction: 'out' });
});
