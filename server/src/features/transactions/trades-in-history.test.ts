import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { trade } from '../../test/trades.ts';

/** One purchase, one sale and one exchange, which everything here looks at. */
let testApp: TestApp;
let person: SignedInPerson;
const ids = { buy: '', sell: '', exchange: '' };

beforeAll(async () => {
  testApp = await createTestApp();
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '100');
  const made = {
    buy: await trade(testApp, person, { type: 'BUY', from: '100 USD', fee: '0.25', to: '0.0019 BTC' }),
    sell: await trade(testApp, person, {
      type: 'SELL',
      from: '0.001 BTC',
      fee: '0.0000025',
      to: '49.62 USD',
    }),
    exchange: await trade(testApp, person, { type: 'EXCHANGE', from: '0.0005 BTC', to: '0.0099 ETH' }),
  };
  ids.buy = made.buy.transaction.id;
  ids.sell = made.sell.transaction.id;
  ids.exchange = made.exchange.transaction.id;
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function list(query: string) {
  const reply = await testApp.call('GET', `/transactions${query}`, { token: person.token });
  return succeeded(endpoints.listTransactions, reply);
}

async function show(id: string, language = 'en') {
  const headers = { 'accept-language': language };
  const reply = await testApp.call('GET', `/transactions/${id}`, { token: person.token, headers });
  return succeeded(endpoints.getTransaction, reply);
}

describe('the list', () => {
  test('has one row a trade, with both its sides', async () => {
    const { transactions, total } = await list('');
    expect(total).toBe(3);
    expect(transactions.map(({ id }) => id)).toEqual([ids.exchange, ids.sell, ids.buy]);
    expect(transactions[2]?.trade).toEqual({
      fromCurrency: 'USD',
      fromAmount: '100.00',
      fee: '0.25',
      feeCurrency: 'USD',
      toCurrency: 'BTC',
      toAmount: '0.00190000',
      rate: { base: 'BTC', quote: 'USD', value: '50000.00' },
      isRecurring: false,
      market: null,
    });
  });

  test.each([
    ['USD', ['sell', 'buy']],
    ['BTC', ['exchange', 'sell', 'buy']],
    ['ETH', ['exchange']],
    ['MRCY', []],
  ] as const)('finds a trade by either of its currencies: %s', async (currency, expected) => {
    const { transactions, total } = await list(`?currency=${currency}`);
    expect(transactions.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]));
    expect(total).toBe(expected.length);
  });

  test('finds one by its type', async () => {
    expect((await list('?type=EXCHANGE')).transactions.map(({ id }) => id)).toEqual([ids.exchange]);
  });
});

describe('a trade by itself', () => {
  test('shows every line of its transfer, the person’s own with their balances', async () => {
    const { entries } = await show(ids.buy);
    expect(
      entries.map(({ kind, account, currency, amount, balanceAfter }) => [
        kind,
        account,
        currency,
        amount,
        balanceAfter,
      ]),
    ).toEqual([
      ['trade', 'available', 'USD', '-100.00', '0.00'],
      ['trade', 'fees', 'USD', '0.25', null],
      ['trade', 'exposure', 'BTC', '-0.00190000', null],
      ['trade', 'exposure', 'USD', '99.75', null],
      ['trade', 'available', 'BTC', '0.00190000', '0.00190000'],
    ]);
    const exchanged = await show(ids.exchange);
    expect(new Set(exchanged.entries.map(({ kind }) => kind))).toEqual(new Set(['exchange']));
  });

  test.each([
    ['en', 'You bought 0.00190000 BTC for 100.00 USD.'],
    ['fa', '\u20660.00190000 BTC\u2069 را با \u2066100.00 USD\u2069 خریدید.'],
    ['ru', 'Вы купили 0.00190000 BTC за 100.00 USD.'],
    ['zh', '您用 100.00 USD 买入了 0.00190000 BTC。'],
  ])('says what became of what, in the reader’s language: %s', async (language, message) => {
    expect((await show(ids.buy, language)).message).toBe(message);
  });

  test('says a sale and an exchange in words of their own', async () => {
    expect((await show(ids.sell)).message).toBe('You sold 0.00100000 BTC for 49.62 USD.');
    expect((await show(ids.exchange)).message).toBe(
      'You exchanged 0.00050000 BTC for 0.009900000000000000 ETH.',
    );
  });
});

test('a statement has a line of each trade in both currencies, with its fee where it was paid', async () => {
  const reply = await testApp.call('GET', '/transactions/statement', { token: person.token });
  const { currencies } = succeeded(endpoints.getStatement, reply);
  const linesOf = (currency: string) =>
    currencies
      .find((each) => each.currency === currency)
      ?.lines.map(({ id, type, amount, fee, balanceAfter, usdValue }) => [
        id,
        type,
        amount,
        fee,
        balanceAfter,
        usdValue,
      ]);
  expect(linesOf('USD')?.slice(1)).toEqual([
    [ids.buy, 'BUY', '-100.00', '0.25', '0.00', '-100.00'],
    [ids.sell, 'SELL', '49.62', '0.00', '49.62', '49.62'],
  ]);
  expect(linesOf('BTC')).toEqual([
    [ids.buy, 'BUY', '0.00190000', '0.00000000', '0.00190000', '100.00'],
    [ids.sell, 'SELL', '-0.00100000', '0.00000250', '0.00090000', '-50.00'],
    [ids.exchange, 'EXCHANGE', '-0.00050000', '0.00000000', '0.00040000', '-25.00'],
  ]);
  expect(linesOf('ETH')).toEqual([
    [
      ids.exchange,
      'EXCHANGE',
      '0.009900000000000000',
      '0.000000000000000000',
      '0.009900000000000000',
      '25.00',
    ],
  ]);
  for (const { opening, closing, lines } of currencies) {
    expect(opening).toMatch(/^0\.0+$/);
    expect(closing).toBe(lines.at(-1)?.balanceAfter);
  }
});

test('an export has both sides of a trade in one record', async () => {
  const { body } = await testApp.call('GET', '/transactions/export', { token: person.token });
  const records = String(body)
    .split('\r\n')
    .filter((line) => line.includes(ids.buy) || line.includes(ids.sell))
    .map((line) => line.split(',').slice(2));
  expect(records).toEqual([
    [
      'BUY',
      'in',
      'BTC',
      '0.00190000',
      '0.00000000',
      '0.00190000',
      '100.00',
      'COMPLETED',
      '',
      '',
      '',
      '',
      'USD',
      '100.00',
      '0.25',
      'BTC',
      '0.00190000',
      '',
      '',
      '',
    ],
    [
      'SELL',
      'out',
      'BTC',
      '0.00100000',
      '0.00000250',
      '0.00099750',
      '50.00',
      'COMPLETED',
      '',
      '',
      '',
      '',
      'BTC',
      '0.00100000',
      '0.00000250',
      'USD',
      '49.62',
      '',
      '',
      '',
    ],
  ]);
});
