import { endpoints } from '@mercury/contract/api/index.ts';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { Quote, TradeType } from '@mercury/contract/api/trade.ts';
import { formatAmount, parseAmount, amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, stepOutside, type AssetCode } from '@mercury/contract/money/asset.ts';
import { amountForUsd, parsePrice } from '@mercury/contract/money/price.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';
import { fund, insertSignedInPeople, type Caller } from '../test/signed-in-people.ts';

/**
 * Promise 20: nobody makes money out of rounding. Without fee and spread only rounding is left: a person who exchanges small
 * amounts at random, typed on either side, at fixed prices, never has more US dollars than before, after any number of trades.
 * ROUNDING_SEED repeats.
 */
const random = seededRandom(seedOf('ROUNDING_SEED'));
const tradeCount = 300;
const assets = ['USD', 'MRCY', 'BTC', 'ETH', 'XRP', 'DOGE'] as const satisfies readonly AssetCode[];
const environment = { RATE_LIMIT_FACTOR: '1000000', TRADE_FEE_BPS: '0', TRADE_SPREAD_BPS: '0' };

let testApp: TestApp;
let person: Caller;
/** Of one whole unit, as offered, in 10^-12 US dollars. */
const prices = new Map<string, bigint>();
const counted = { attempted: 0, traded: 0 };

beforeAll(async () => {
  // Pretended prices are a function of the time, which stands still here.
  vi.useFakeTimers({ toFake: ['Date'] });
  testApp = await createTestApp(environment);
  const [inserted] = await insertSignedInPeople(testApp.db, 1);
  if (inserted === undefined) throw new Error('nobody was inserted');
  person = inserted;
  for (const asset of assets)
    await fund(testApp.db, [person], 10n ** BigInt(assetOf(asset).decimals + 4), asset);
});
afterAll(async () => {
  process.stdout.write(`promise 20: seed ${random.seed}, ${JSON.stringify(counted)}\n`);
  vi.useRealTimers();
  await testApp.close();
});

/** Without any rounding, in one unit for every asset. */
function exactValue({ asset, minorUnits }: Amount): bigint {
  const price = prices.get(asset);
  if (price === undefined) throw new Error(`no offer has told the price of ${asset}`);
  return minorUnits * price * 10n ** BigInt(18 - assetOf(asset).decimals);
}

/** One to five US dollars with all decimals: small, so that a smallest unit weighs much. */
function smallAmount(asset: AssetCode): string {
  const usd = BigInt(102 + random.below(400)) * stepOutside('USD');
  const price = { asset, scaledUsd: prices.get(asset) ?? 0n };
  const { minorUnits } = amountForUsd(amountOf('USD', usd), price, 'down');
  return formatAmount(amountOf(asset, minorUnits + BigInt(random.below(7)) * stepOutside(asset)));
}

function typeOf(from: AssetCode, to: AssetCode): TradeType {
  if (from === 'USD') return 'BUY';
  return to === 'USD' ? 'SELL' : random.pick(['BUY', 'SELL', 'EXCHANGE'] as const);
}

async function quote(body: BodyOf<typeof endpoints.createQuote>): Promise<Quote> {
  const reply = await testApp.call('POST', '/quotes', { token: person.token, body });
  const made = succeeded(endpoints.createQuote, reply).quote;
  for (const { currency, usd } of made.prices) {
    const price = parsePrice(currency, usd)?.scaledUsd ?? 0n;
    expect(prices.get(currency) ?? price).toBe(price);
    prices.set(currency, price);
  }
  return made;
}

function readAmount(asset: AssetCode, text: string): Amount {
  const amount = parseAmount(asset, text);
  if (amount === undefined) throw new Error(`${text} is no amount of ${asset}`);
  return amount;
}

async function wealth(): Promise<bigint> {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  const { wallets } = succeeded(endpoints.getBalance, reply);
  return wallets
    .map(({ currency, balance }) => exactValue(readAmount(currency, balance)))
    .reduce((sum, value) => sum + value, 0n);
}

test('small exchanges to and fro, at prices that stand still, never add up to more than there was', async () => {
  for (const asset of assets.slice(1)) {
    await quote({ type: 'BUY', fromCurrency: 'USD', toCurrency: asset, fromAmount: '5' });
  }
  const before = await wealth();
  const outcomes: string[] = [];
  for (let count = 0; count < tradeCount; count += 1) {
    const from = random.pick(assets);
    const to = random.pick(assets);
    if (from === to) continue;
    counted.attempted += 1;
    const typed = random.below(2) === 0 ? { fromAmount: smallAmount(from) } : { toAmount: smallAmount(to) };
    const offer = await quote({ type: typeOf(from, to), fromCurrency: from, toCurrency: to, ...typed });
    const { fromAmount, toAmount } = offer;
    const given = exactValue(readAmount(from, fromAmount));
    const received = exactValue(readAmount(to, toAmount));
    expect(received).toBeLessThanOrEqual(given);
    const body = { fromAmount, toAmount };
    const reply = await testApp.call('POST', `/quotes/${offer.id}/accept`, { token: person.token, body });
    outcomes.push(reply.status === 200 ? 'traded' : refused(reply).error);
  }
  counted.traded = outcomes.filter((outcome) => outcome === 'traded').length;
  expect(new Set([...outcomes, 'InsufficientBalance'])).toEqual(new Set(['traded', 'InsufficientBalance']));
  expect(counted.traded).toBeGreaterThan(tradeCount / 2);
  expect(await wealth()).toBeLessThan(before);
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
}, 120_000);

test('the cheapest way round, a cent’s worth at a time, gives nothing back that was not given', async () => {
  const before = await wealth();
  for (const toCurrency of ['MRCY', 'DOGE'] as const) {
    const bought = await quote({ type: 'BUY', fromCurrency: 'USD', toCurrency, fromAmount: '1.01' });
    const sold = await quote({
      type: 'SELL',
      fromCurrency: toCurrency,
      toCurrency: 'USD',
      fromAmount: bought.toAmount,
    });
    for (const { id, fromAmount, toAmount } of [bought, sold]) {
      const body = { fromAmount, toAmount };
      succeeded(
        endpoints.acceptQuote,
        await testApp.call('POST', `/quotes/${id}/accept`, { token: person.token, body }),
      );
    }
    expect(exactValue(readAmount('USD', sold.toAmount))).toBeLessThanOrEqual(
      exactValue(readAmount('USD', bought.fromAmount)),
    );
  }
  expect(await wealth()).toBeLessThanOrEqual(before);
});
