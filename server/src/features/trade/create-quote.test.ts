import { endpoints } from '@mercury/contract/api/index.ts';
import type { Quote } from '@mercury/contract/api/trade.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { createRealRail } from '../../test/withdrawals.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

function ask(body: object, app = testApp, { token } = person) {
  return app.call('POST', '/quotes', { token, body });
}

async function quoteOf(body: object, app = testApp): Promise<Quote> {
  return succeeded(endpoints.createQuote, await ask(body, app)).quote;
}

/** Dollars and the own coin: prices that stand still. */
const buy = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'MRCY' };
const sell = { type: 'SELL', fromCurrency: 'MRCY', toCurrency: 'USD' };
const exchange = { type: 'EXCHANGE', fromCurrency: 'BTC', toCurrency: 'MRCY' };

describe('a quote', () => {
  it('to buy says what arrives of what is paid, and what one of the coin costs', async () => {
    expect(await quoteOf({ ...buy, fromAmount: '100' })).toMatchObject({
      type: 'BUY',
      fromCurrency: 'USD',
      fromAmount: '100.00',
      fee: '0.25',
      toCurrency: 'MRCY',
      // 99.75 × 0.995 / 0.57
      toAmount: '174.12500000',
      rate: { base: 'MRCY', quote: 'USD', value: '0.572864321608' },
      usdValue: '100.00',
      prices: [
        { currency: 'USD', usd: '1.00', source: 'par' },
        { currency: 'MRCY', usd: '0.57', source: 'operator' },
      ],
    });
  });

  it('to buy a set amount delivers exactly that', async () => {
    expect(await quoteOf({ ...buy, toAmount: '100' })).toMatchObject({
      fromAmount: '57.44',
      fee: '0.15',
      toAmount: '100.00000000',
      usdValue: '57.44',
    });
  });

  it('to sell says what one of the coin brings, and takes its fee in the coin', async () => {
    expect(await quoteOf({ ...sell, fromAmount: '100' })).toMatchObject({
      fromAmount: '100.00000000',
      fee: '0.25000000',
      toAmount: '56.57',
      rate: { base: 'MRCY', quote: 'USD', value: '0.56715' },
      usdValue: '57.00',
    });
  });

  it('to exchange says how much of the other there is for one, at the prices that the market shows', async () => {
    const quote = await quoteOf({ ...exchange, fromAmount: '0.01' });
    const { coin, asOf } = succeeded(
      endpoints.getMarketCoin,
      await testApp.call('GET', '/market/coins/bitcoin'),
    );
    expect(quote).toMatchObject({
      fromAmount: '0.01000000',
      fee: '0.00002500',
      rate: { base: 'BTC', quote: 'MRCY' },
    });
    expect(quote.prices[0]).toEqual({ currency: 'BTC', usd: coin.currentPrice, source: 'pretend', asOf });
  });

  it('may buy a coin with another', async () => {
    const quote = await quoteOf({ ...exchange, type: 'BUY', toAmount: '10' });
    expect(quote).toMatchObject({ toAmount: '10.00000000', rate: { base: 'MRCY', quote: 'BTC' } });
  });

  it('is good for fifteen seconds, moves nothing, and needs no money', async () => {
    const quote = await quoteOf({ ...buy, fromAmount: '25' });
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(15_000);
    const { rows } = await testApp.db.pool.query('select * from quote where id = $1', [quote.id]);
    expect(rows).toMatchObject([{ user_id: person.user.id, from_amount: 25_000_000n, used_at: null }]);
    expect((await testApp.db.pool.query('select from entry')).rowCount).toBe(0);
  });

  it('is forgotten a day after it ran out', async () => {
    const [old, young] = [
      await quoteOf({ ...buy, fromAmount: '5' }),
      await quoteOf({ ...buy, fromAmount: '5' }),
    ];
    for (const [id, hours] of [
      [old.id, 25],
      [young.id, 23],
    ] as const) {
      await testApp.db.pool.query(
        `update quote set created_at = created_at - make_interval(hours => $2),
                          expires_at = expires_at - make_interval(hours => $2) where id = $1`,
        [id, hours],
      );
    }
    await runJob(testApp, 'sweep', {});
    const { rows } = await testApp.db.pool.query('select id from quote where id = any ($1)', [
      [old.id, young.id],
    ]);
    expect(rows).toEqual([{ id: young.id }]);
  });
});

describe('no quote is made', () => {
  it.each([
    ['of less than a dollar', { ...buy, fromAmount: '0.99' }, 'AmountOutOfRange'],
    ['of less than a dollar’s worth', { ...sell, fromAmount: '1.74' }, 'AmountOutOfRange'],
    ['of more than an order may be', { ...buy, fromAmount: '10000.01' }, 'AmountOutOfRange'],
    ['that costs more than an order may', { ...buy, toAmount: '17500' }, 'AmountOutOfRange'],
    ['of more than the books can hold', { ...exchange, toAmount: '9'.repeat(30) }, 'AmountOutOfRange'],
    ['of nothing', { ...buy, fromAmount: '0' }, 'AmountNotPositive'],
    ['for nothing', { ...buy, toAmount: '0.00000000' }, 'AmountNotPositive'],
  ])('%s', async (_what, body, error) => {
    expect(refused(await ask(body))).toMatchObject({ status: 422, error });
  });

  it('beyond the bounds that the operator set, each of which is still allowed', async () => {
    await quoteOf({ ...buy, fromAmount: '1.00' });
    await quoteOf({ ...buy, fromAmount: '10000' });
    const strict = await createTestApp({ TRADE_ORDER_USD_MAX: '20' });
    const { token } = await makePerson(strict);
    const statusOf = async (fromAmount: string) =>
      (await strict.call('POST', '/quotes', { token, body: { ...buy, fromAmount } })).status;
    expect([await statusOf('20'), await statusOf('20.01')]).toEqual([201, 422]);
    await strict.close();
  });

  it.each<[string, object, string]>([
    ['of both sides at once', { ...buy, fromAmount: '1', toAmount: '1' }, 'fromAmount'],
    ['of neither side', buy, 'fromAmount'],
    ['of a currency for itself', { ...exchange, toCurrency: 'BTC', fromAmount: '1' }, 'toCurrency'],
    ['to buy dollars', { ...exchange, type: 'BUY', toCurrency: 'USD', fromAmount: '1' }, 'toCurrency'],
    ['to sell dollars', { ...buy, type: 'SELL', fromAmount: '1' }, 'fromCurrency'],
    ['to exchange dollars', { ...buy, type: 'EXCHANGE', fromAmount: '5' }, 'fromCurrency'],
    ['of a part of a cent', { ...buy, fromAmount: '5.001' }, 'fromAmount'],
    ['for a part of the smallest unit', { ...buy, toAmount: '5.000000001' }, 'toAmount'],
    ['of a number with an exponent', { ...buy, fromAmount: '1e3' }, 'fromAmount'],
  ])('%s', async (_what, body, field) => {
    const refusal = refused(await ask(body));
    expect(refusal).toMatchObject({ status: 400, error: 'ValidationFailed' });
    expect(refusal.errors?.map((error) => error.field)).toEqual([field]);
  });

  it('for a person whose email is not proved', async () => {
    const reply = await ask(
      { ...buy, fromAmount: '5' },
      testApp,
      await makePerson(testApp, { isVerified: false }),
    );
    expect(refused(reply).error).toBe('EmailNotVerified');
  });

  it('at pretended prices where money is real; the own coin has its price there too', async () => {
    const real = await createTestApp({}, { rail: createRealRail({ canPayOut: true }) });
    const { token } = await makePerson(real);
    const call = (body: object) => real.call('POST', '/quotes', { token, body });
    expect(refused(await call({ ...exchange, fromAmount: '0.01' }))).toMatchObject({
      status: 503,
      error: 'PriceMissing',
    });
    expect((await call({ ...buy, fromAmount: '5' })).status).toBe(201);
    await real.close();
  });

  it('more than 120 times a minute', async () => {
    const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
    const { token } = await makePerson(limited);
    const replies = await Promise.all(
      Array.from({ length: 121 }, () =>
        limited.call('POST', '/quotes', { token, body: { ...buy, fromAmount: '5' } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(120);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    await limited.close();
  });
});
