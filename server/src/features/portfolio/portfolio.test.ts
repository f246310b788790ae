import { endpoints } from '@mercury/contract/api/index.ts';
import { portfolioRanges, type PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import type { TradeType } from '@mercury/contract/api/trade.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { exampleAddressOf } from '../../rails/sandbox/example-addresses.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney, openTestTopUp, payAndConfirm } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { giveAuthenticator } from '../../test/two-factor.ts';
import { createRealRail, untilState } from '../../test/withdrawals.ts';

vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function portfolio(range: PortfolioRange = 'day', { token } = person) {
  const reply = await testApp.call('GET', `/portfolio?range=${range}`, { token });
  return succeeded(endpoints.getPortfolio, reply);
}

async function holding(currency: string) {
  const found = (await portfolio()).holdings.find((each) => each.currency === currency);
  if (found === undefined) throw new Error(`there is no ${currency}`);
  return found;
}

async function topUp(amountUsd: string, credit: { creditCurrency?: 'USD' } = {}, of = person): Promise<void> {
  await payAndConfirm(testApp, await openTestTopUp(testApp, of, amountUsd, credit));
}

async function trade(type: TradeType, fromCurrency: string, fromAmount: string, toCurrency: string) {
  const { token } = person;
  const asked = await testApp.call('POST', '/quotes', {
    token,
    body: { type, fromCurrency, toCurrency, fromAmount },
  });
  const { quote } = succeeded(endpoints.createQuote, asked);
  const done = await testApp.call('POST', `/quotes/${quote.id}/accept`, {
    token,
    body: { fromAmount: quote.fromAmount, toAmount: quote.toAmount },
  });
  succeeded(endpoints.acceptQuote, done);
  return quote;
}

async function transfer(amount: string, to: SignedInPerson): Promise<void> {
  const body = { recipientAddress: to.user.walletAddress, amount };
  succeeded(
    endpoints.transfer,
    await testApp.call('POST', '/wallets/transfer', { token: person.token, body }),
  );
}

function cents(text: string): bigint {
  const units = parseDecimal(text.replace('-', ''), 2);
  if (units === undefined) throw new Error(`${text} is no amount in dollars`);
  return text.startsWith('-') ? -units : units;
}

const hourMs = 60 * 60 * 1000;

/** The product's clock goes on; what was booked until now is of the past then. */
function pass(durationMs: number): void {
  const presentMs = Date.now() + durationMs;
  vi.useFakeTimers({ toFake: ['Date'], now: presentMs });
}

describe('a portfolio', () => {
  it.each(portfolioRanges)('of somebody who has nothing is worth nothing over a %s', async (range) => {
    const { points, ...found } = await portfolio(range);
    expect(found).toMatchObject({
      source: 'pretend',
      isStale: false,
      totalUsd: '0.00',
      profitUsd: '0.00',
      realizedUsd: '0.00',
      change: null,
      holdings: [],
    });
    expect(points.length).toBeGreaterThan(48);
    expect(new Set(points.map(({ usd }) => usd))).toEqual(new Set(['0.00']));
  });

  it.each(['', '?range=', '?range=decade'])('is not told of the range in %j', async (query) => {
    const reply = await testApp.call('GET', `/portfolio${query}`, { token: person.token });
    expect(refused(reply).error).toBe('ValidationFailed');
  });

  it('is worth what the wallets are, the most valuable first, in shares that make up all', async () => {
    await topUp('57');
    await topUp('30', { creditCurrency: 'USD' });
    await giveMoney(testApp, person, 'BTC', '0.01');
    await giveMoney(testApp, person, 'ETH', '0.000001');
    pass(0);
    const { totalUsd, holdings, points } = await portfolio();
    const wallets = await testApp.call('GET', '/wallets/balance', { token: person.token });
    expect(totalUsd).toBe(succeeded(endpoints.getBalance, wallets).totalUsdValue);
    expect(points.at(-1)?.usd).toBe(totalUsd);
    expect(holdings.map(({ currency }) => currency)).toEqual(['BTC', 'MRCY', 'USD', 'ETH']);
    const shares = holdings.map(({ sharePercent }) => cents(sharePercent ?? ''));
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(100_00n);
    expect(holdings.map(({ isPriceIndicative }) => isPriceIndicative)).toEqual([true, false, false, true]);
  });

  it('is its person’s alone', async () => {
    await topUp('57');
    const stranger = await makePerson(testApp);
    expect((await portfolio('day', stranger)).holdings).toEqual([]);
  });
});

describe('the value over time', () => {
  it('where money is real and no service is set is that of its placeholder, and of no pretend course', async () => {
    const real = await createTestApp({}, { rail: createRealRail() });
    const owner = await makePerson(real);
    await giveMoney(real, owner, 'BTC', '1');
    pass(3 * hourMs);
    const reply = await real.call('GET', '/portfolio?range=day', { token: owner.token });
    const { points, change } = succeeded(endpoints.getPortfolio, reply);
    // A placeholder never moves, so nobody knows what the price did.
    expect(change).toBeNull();
    expect(new Set(points.slice(-4).map(({ usd }) => usd))).toEqual(new Set(['45382.51']));
    await real.close();
  });

  it('is nothing before anything came, and from then on what there was at the price of the time', async () => {
    await topUp('57');
    const { rows } = await testApp.db.pool.query<{ hour: Date }>(
      `select date_trunc('hour', now(), 'UTC') as hour`,
    );
    const hour = rows[0]?.hour.getTime() ?? 0;
    pass(10 * hourMs);
    // Kept at the hours of the ten, a dollar more each, but for a gap in the middle of which there is the present price alone.
    await testApp.db.pool.query(
      `insert into asset_price (asset, at, scaled_usd, source)
       select 'MRCY', to_timestamp($1 + number * 3600), (number + 1) * 1000000000000::numeric, 'operator'
         from generate_series(0, 10) number where number not between 3 and 7
       on conflict (asset, at) do update set scaled_usd = excluded.scaled_usd`,
      [hour / 1000],
    );
    const { points, totalUsd } = await portfolio();
    expect(totalUsd).toBe('57.00');
    expect(points.at(-1)).toEqual({ at: new Date(Date.now()).toISOString(), usd: '57.00' });
    const values = points.map(({ usd }) => usd);
    expect(values.slice(0, 28)).toEqual(Array(28).fill('0.00'));
    // Two of them each hour, at the price of the hour that is nearest.
    const ofGap = '57.00';
    expect(values.slice(29, -1)).toContain(ofGap);
    const later = [...new Set(values.slice(29, -1))].filter((usd) => usd !== ofGap);
    expect(later[0]).toMatch(/^[12]00\.00$/);
    expect(later.at(-1)).toMatch(/^1[01]00\.00$/);
    expect(later).toEqual(later.toSorted((one, other) => Number(cents(one) - cents(other))));
    await testApp.db.pool.query(`delete from asset_price where asset = 'MRCY'`);
  });

  it('takes from the history of the market what was not kept, and from the operator the price of the own coin', async () => {
    await giveMoney(testApp, person, 'BTC', '1');
    pass(3 * 24 * hourMs);
    await testApp.db.pool.query('delete from asset_price');
    const week = await portfolio('week');
    const history = await testApp.call('GET', '/market/coins/bitcoin/history?range=week');
    const prices = succeeded(endpoints.getMarketHistory, history).points;
    const point = week.points.at(-13);
    const said = prices.findLast(({ at }) => at <= (point?.at ?? ''))?.price;
    const price = parsePrice('BTC', said ?? '');
    const whole = amountOf('BTC', 1_00000000n);
    expect(cents(point?.usd ?? '')).toBe(price && valueInUsd(whole, price, 'half-even').minorUnits / 10_000n);
    expect(week.points[0]?.usd).toBe('0.00');
  });

  it('is that of dollars what they are', async () => {
    await topUp('30', { creditCurrency: 'USD' });
    pass(24 * hourMs);
    const values = (await portfolio()).points.map(({ usd }) => usd);
    expect(values.slice(1)).toEqual(Array(48).fill('30.00'));
  });
});

describe('the change of the value', () => {
  it('is nothing of what has just come', async () => {
    await topUp('57');
    const { change, points } = await portfolio();
    expect(change).toMatchObject({ usd: '0.00', percent: '0.00' });
    expect(change?.course).toEqual(points.map(() => '0.00'));
  });

  it('is the difference of the prices, in percent of what came, with its course', async () => {
    await giveMoney(testApp, person, 'MRCY', '60');
    pass(3 * hourMs);
    await testApp.db.pool.query(
      `insert into asset_price (asset, at, scaled_usd, source)
       select 'MRCY', date_trunc('hour', now(), 'UTC') + make_interval(hours => hour), 500000000000, 'operator'
         from generate_series(0, 3) hour
       on conflict (asset, at) do update set scaled_usd = excluded.scaled_usd`,
    );
    // 60 MRCY, which were worth 30 dollars when they came and are worth 34.20 now.
    const { change, points, totalUsd } = await portfolio();
    expect(totalUsd).toBe('34.20');
    expect(change).toMatchObject({ usd: '4.20', percent: '14.00' });
    expect(change?.course).toEqual([...points.slice(1).map(() => '0.00'), '4.20']);
    await testApp.db.pool.query(`delete from asset_price where asset = 'MRCY'`);
  });
});

it('is what the profits of all time are, where all of it came within the time', async () => {
  await topUp('100', { creditCurrency: 'USD' });
  await trade('BUY', 'USD', '57', 'MRCY');
  const { change, profitUsd } = await portfolio();
  expect(cents(profitUsd)).toBeLessThan(0n);
  expect(change?.usd).toBe(profitUsd);
});

it('knows whoever never traded from whoever did', async () => {
  await topUp('57');
  await transfer('1', await makePerson(testApp));
  expect(await portfolio()).toMatchObject({ hasTraded: false });
  await trade('SELL', 'MRCY', '10', 'USD');
  expect(await portfolio()).toMatchObject({ hasTraded: true });
});

describe('what was paid', () => {
  it('for the own coin by a top-up is its cost, and its profit follows the price', async () => {
    await topUp('57');
    expect(await holding('MRCY')).toEqual({
      currency: 'MRCY',
      amount: '100.00000000',
      price: '0.57',
      isPriceIndicative: false,
      valueUsd: '57.00',
      sharePercent: '100.00',
      averageCostUsd: '0.57',
      costUsd: '57.00',
      profitUsd: '0.00',
      profitPercent: '0.00',
      realizedUsd: '0.00',
    });
  });

  it('for dollars is those dollars', async () => {
    await topUp('30', { creditCurrency: 'USD' });
    expect(await holding('USD')).toMatchObject({
      price: '1.00',
      averageCostUsd: '1.00',
      costUsd: '30.00',
      profitUsd: '0.00',
      realizedUsd: '0.00',
    });
  });

  it('for what is bought with dollars is all of them, fee and all', async () => {
    await topUp('100', { creditCurrency: 'USD' });
    const { usdValue } = await trade('BUY', 'USD', '57', 'MRCY');
    expect(usdValue).toBe('57.00');
    expect(await holding('MRCY')).toMatchObject({ costUsd: '57.00', realizedUsd: '0.00' });
    expect(await holding('USD')).toMatchObject({ amount: '43.00', costUsd: '43.00', realizedUsd: '0.00' });
    const { profitUsd, totalUsd } = await portfolio();
    expect(cents(profitUsd)).toBe(cents(totalUsd) - 100_00n);
  });

  it('is realized by a sale as far as it was sold, by the dollars that came', async () => {
    await topUp('57');
    const { toAmount } = await trade('SELL', 'MRCY', '50', 'USD');
    const sold = await holding('MRCY');
    expect(sold).toMatchObject({ amount: '50.00000000', costUsd: '28.50', averageCostUsd: '0.57' });
    expect(cents(sold.realizedUsd ?? '')).toBe(cents(toAmount) - 28_50n);
    expect(await holding('USD')).toMatchObject({ amount: toAmount, costUsd: toAmount });
  });

  it('is not lost or won by an exchange but for the fee and the spread', async () => {
    await topUp('1000');
    const { fee, usdValue } = await trade('EXCHANGE', 'MRCY', '1000', 'BTC');
    const [own, coin, { profitUsd, realizedUsd, totalUsd }] = [
      await holding('MRCY'),
      await holding('BTC'),
      await portfolio(),
    ];
    expect(usdValue).toBe('570.00');
    expect(fee).toBe('2.50000000');
    // 2.50 MRCY are 1.425 dollars, of which the nearest even cent is taken.
    expect(own.realizedUsd).toBe('-1.42');
    expect(coin.costUsd).toBe('568.58');
    // Everything that came was 1000 dollars; the pretend price may have moved meanwhile.
    const difference = cents(profitUsd) + cents(realizedUsd) - (cents(totalUsd) - 1000_00n);
    expect(difference).toBe(0n);
  });

  it('moves with a transfer at what it was worth, for both', async () => {
    await topUp('57');
    const other = await makePerson(testApp);
    await transfer('40', other);
    expect(await holding('MRCY')).toMatchObject({
      amount: '60.00000000',
      costUsd: '34.20',
      realizedUsd: '0.00',
    });
    expect((await portfolio('day', other)).holdings).toMatchObject([
      { costUsd: '22.80', realizedUsd: '0.00' },
    ]);
  });

  it('for what has no history is unknown, and is in no profit, until all of it is gone', async () => {
    await giveMoney(testApp, person, 'MRCY', '100');
    await topUp('57');
    expect(await holding('MRCY')).toMatchObject({
      averageCostUsd: null,
      costUsd: null,
      profitUsd: null,
      profitPercent: null,
      realizedUsd: '0.00',
    });
    expect(await portfolio()).toMatchObject({ totalUsd: '114.00', profitUsd: '0.00' });
    await transfer('200', await makePerson(testApp));
    expect(await holding('MRCY')).toMatchObject({
      amount: '0.00000000',
      valueUsd: '0.00',
      sharePercent: '0.00',
      averageCostUsd: null,
      costUsd: '0.00',
      profitUsd: '0.00',
      profitPercent: null,
      realizedUsd: null,
    });
    await topUp('5.70');
    expect(await holding('MRCY')).toMatchObject({ costUsd: '5.70', averageCostUsd: '0.57' });
  });

  it('is still there while a withdrawal holds it, and goes with what is paid out, fee and all', async () => {
    await topUp('57');
    await untilState(testApp, person, { id: await withdraw('40'), state: 'completed' });
    expect(await holding('MRCY')).toMatchObject({
      amount: '60.00000000',
      costUsd: '34.20',
      realizedUsd: '0.00',
    });
    await giveAuthenticator(testApp, person);
    await untilState(testApp, person, { id: await withdraw('40'), state: 'awaiting_confirmation' });
    expect(await holding('MRCY')).toMatchObject({ amount: '60.00000000', costUsd: '34.20' });
  });

  async function withdraw(amount: string): Promise<string> {
    const reply = await testApp.call('POST', '/wallets/withdraw', {
      token: person.token,
      body: { currency: 'MRCY', amount, address: exampleAddressOf('MRCY') },
    });
    return succeeded(endpoints.withdraw, reply).transaction.id;
  }
});
