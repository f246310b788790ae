import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proveBooks } from '../../ledger/testing/postings.ts';
import { makeApiKey, type TestKey } from '../../test/api-keys.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { findCoin } from '../../test/live-market.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** The class of the published package, as it is: it knows nothing of Mercury but its address. */
const root = join(import.meta.dirname, '../../../..');
const packages = join(root, 'interop/ccxt/node_modules');
const packageUrl = pathToFileURL(join(packages, 'ccxt/js/'));

interface Order {
  readonly id: string;
  readonly clientOrderId: string;
  readonly status: string;
  readonly type: string;
  readonly side: string;
  readonly price?: number;
  readonly average?: number;
  readonly amount: number;
  readonly filled: number;
  readonly remaining: number;
  readonly cost: number;
  readonly postOnly: boolean;
  readonly triggerPrice?: number;
  readonly trades: readonly Trade[];
}
interface Trade {
  readonly id: string;
  readonly order: string;
  readonly timestamp: number;
  readonly side: string;
  readonly takerOrMaker?: string;
  readonly price: number;
  readonly amount: number;
  readonly cost: number;
  readonly fee: { readonly cost: number; readonly currency: string };
}
interface Ticker {
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly baseVolume: number;
  readonly quoteVolume: number;
}
type Candle = readonly [at: number, open: number, high: number, low: number, close: number, volume: number];
interface Market {
  readonly id: string;
  readonly active: boolean;
  readonly spot: boolean;
  readonly precision: { readonly price: number; readonly amount: number };
  readonly limits: { readonly amount: { readonly min: number } };
}
interface Binance {
  loadMarkets(): Promise<Readonly<Record<string, Market>>>;
  fetchTime(): Promise<number>;
  fetchStatus(): Promise<{ readonly status: string }>;
  fetchCurrencies(): Promise<Readonly<Record<string, unknown>>>;
  fetchTicker(symbol: string): Promise<Ticker>;
  fetchTickers(symbols?: readonly string[]): Promise<Readonly<Record<string, Ticker>>>;
  fetchBidsAsks(): Promise<Readonly<Record<string, Ticker>>>;
  fetchLastPrices(): Promise<Readonly<Record<string, { readonly price: number }>>>;
  fetchOrderBook(symbol: string): Promise<{ readonly bids: Level[]; readonly asks: Level[] }>;
  fetchTrades(symbol: string, since?: number, limit?: number): Promise<readonly Trade[]>;
  fetchOHLCV(symbol: string, timeframe: string, since?: number, limit?: number): Promise<readonly Candle[]>;
  fetchBalance(): Promise<Readonly<Record<string, { free: number; used: number; total: number }>>>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params?: Readonly<Record<string, unknown>>,
  ): Promise<Order>;
  createMarketBuyOrderWithCost(symbol: string, cost: number): Promise<Order>;
  fetchOrder(id: string, symbol: string, params?: Readonly<Record<string, unknown>>): Promise<Order>;
  cancelOrder(id: string, symbol: string): Promise<Order>;
  cancelAllOrders(symbol: string): Promise<readonly Order[]>;
  fetchOpenOrders(symbol: string): Promise<readonly Order[]>;
  fetchOrders(symbol: string): Promise<readonly Order[]>;
  fetchMyTrades(symbol: string): Promise<readonly Trade[]>;
  fetchOrderTrades(id: string, symbol: string): Promise<readonly Trade[]>;
  fetchTradingFee(symbol: string): Promise<{ readonly maker: number; readonly taker: number }>;
  fetchTradingFees(): Promise<Readonly<Record<string, { readonly maker: number }>>>;
}
type Level = readonly [price: number, amount: number];

const symbol = 'BTC/USD';
let testApp: TestApp;
let makerOfBook: SignedInPerson;
let asReader: Binance;
/** Near it people trade: what a bitcoin costs outside. */
let price: number;

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  await openMarket(testApp, 'BTC-USD');
  price = Number((await findCoin(testApp, 'bitcoin')).coin.currentPrice);
  asReader = await connect({});
  await asReader.loadMarkets();
});
afterAll(() => testApp.close());

beforeEach(async () => {
  makerOfBook = await makePerson(testApp);
  await giveMoney(testApp, makerOfBook, 'BTC', '5');
  await giveMoney(testApp, makerOfBook, 'USD', '500000');
  for (const step of [1, 2, 3]) {
    await rest('SELL', price * (1 + 0.0005 * step));
    await rest('BUY', price * (1 - 0.0005 * step));
  }
});
afterEach(async () => {
  await testApp.call('DELETE', '/orders', { token: makerOfBook.token });
  await proveBooks(testApp.db);
});

async function rest(side: 'BUY' | 'SELL', at: number): Promise<void> {
  const body = { market: 'BTC-USD', side, type: 'LIMIT', price: at.toFixed(1), quantity: '0.5' };
  const reply = await testApp.call('POST', '/orders', { token: makerOfBook.token, body });
  expect(reply.status).toBe(201);
}

async function connect(credentials: object): Promise<Binance> {
  const { default: Binance }: { default: new (settings: object) => Binance } = await import(
    new URL('src/binance.js', packageUrl).href
  );
  const site = siteOf(testApp);
  return new Binance({
    ...credentials,
    // It would wait between calls for the sake of limits that are wide open here.
    enableRateLimit: false,
    urls: { api: { public: `${site}/api/v3`, private: `${site}/api/v3`, sapi: `${site}/sapi/v1` } },
    options: { fetchMarkets: { types: ['spot'] } },
  });
}

function siteOf({ app }: TestApp): string {
  // Listening on an address and a port, the server has that shape of address.
  const { port } = app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function errorsOfPackage(): Promise<Readonly<Record<string, new () => Error>>> {
  return import(new URL('src/base/errors.js', packageUrl).href);
}

async function trader(kind: 'hmac' | 'ed25519', scopes: TestKey['scopes'] = ['read', 'trade']) {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '10000');
  const key = await makeApiKey(testApp, person, { kind, scopes });
  return { person, key, client: await connect({ apiKey: key.id, secret: key.kept }) };
}

describe('to anyone', () => {
  it('tells its markets, with their steps', async () => {
    const markets = await asReader.loadMarkets();
    expect(markets[symbol]).toMatchObject({
      id: 'BTCUSD',
      active: true,
      spot: true,
      precision: { price: 0.1, amount: 0.00001 },
      limits: { amount: { min: 0.0001 } },
    });
    // Its operator has not opened it.
    expect(markets['ETH/USD']).toMatchObject({ id: 'ETHUSD', active: false });
    expect(Object.keys(markets)).toContain('BTC/USDT');
    expect(Math.abs((await asReader.fetchTime()) - Date.now())).toBeLessThan(5000);
    expect((await asReader.fetchStatus()).status).toBe('ok');
  });

  it('tells a book that is sorted, without empty levels', async () => {
    const { bids, asks } = await asReader.fetchOrderBook(symbol);
    expect(bids).toHaveLength(3);
    expect(asks).toHaveLength(3);
    for (const [at, amount] of [...bids, ...asks]) expect(Math.min(at, amount)).toBeGreaterThan(0);
    const pricesOf = (levels: readonly Level[]) => levels.map(([at]) => at);
    expect(pricesOf(bids)).toEqual([...new Set(pricesOf(bids))].toSorted((one, other) => other - one));
    expect(pricesOf(asks)).toEqual([...new Set(pricesOf(asks))].toSorted((one, other) => one - other));
    expect(bids[0]?.[0]).toBeLessThan(asks[0]?.[0] ?? 0);
  });

  it('tells tickers, trades and candles that fit together', async () => {
    const { client } = await trader('hmac');
    const begunAt = Date.now();
    const bought = await client.createOrder(symbol, 'market', 'buy', 0.01);
    const sold = await client.createOrder(symbol, 'market', 'sell', 0.005);
    const ticker = await asReader.fetchTicker(symbol);
    expect(ticker.bid).toBeLessThan(ticker.ask);
    expect(ticker.last).toBe(ticker.close);
    expect(ticker.last).toBe(sold.average);
    expect(ticker.low).toBeLessThan(bought.average ?? 0);
    expect(ticker.quoteVolume).toBeGreaterThanOrEqual(ticker.baseVolume * ticker.low * (1 - 1e-9));
    expect(ticker.quoteVolume).toBeLessThanOrEqual(ticker.baseVolume * ticker.high * (1 + 1e-9));
    expect((await asReader.fetchTickers([symbol]))[symbol]).toMatchObject({
      bid: ticker.bid,
      ask: ticker.ask,
    });
    expect((await asReader.fetchBidsAsks())[symbol]).toMatchObject({ bid: ticker.bid, ask: ticker.ask });
    expect((await asReader.fetchLastPrices())[symbol]?.price).toBe(ticker.last);

    const trades = await asReader.fetchTrades(symbol, begunAt - 60_000);
    expect(trades.at(-1)).toMatchObject({ price: ticker.last, amount: 0.005, side: 'sell' });
    expect(await asReader.fetchTrades(symbol, begunAt + 60_000)).toEqual([]);

    const candles = await asReader.fetchOHLCV(symbol, '1m', begunAt - 120_000);
    const lengths = candles.slice(1).map(([at], index) => at - (candles[index]?.[0] ?? 0));
    expect(new Set(lengths).size).toBeLessThanOrEqual(1);
    expect(candles.at(-1)?.[4]).toBe(ticker.last);
    const day = (await asReader.fetchOHLCV(symbol, '1d', undefined, 1)).at(-1);
    expect(day?.[5]).toBeCloseTo(ticker.baseVolume, 8);
  });
});

describe.each(['hmac', 'ed25519'] as const)('to a program with a key of kind %s', (kind) => {
  it('lets a bid far below the best rest, and cancels it', async () => {
    const { client } = await trader(kind);
    const { bid } = await asReader.fetchTicker(symbol);
    const before = await client.fetchBalance();
    const order = await client.createOrder(symbol, 'limit', 'buy', 0.02, bid * 0.955);
    expect(order).toMatchObject({ status: 'open', type: 'limit', side: 'buy', amount: 0.02, filled: 0 });
    const held = (await client.fetchBalance())['USD'];
    expect(held?.used).toBeCloseTo(0.02 * (order.price ?? 0), 6);
    expect(held?.total).toBe(before['USD']?.total);
    expect(await client.fetchOrder(order.id, symbol)).toMatchObject({ id: order.id, status: 'open' });
    const byName = { clientOrderId: order.clientOrderId };
    expect(
      await client.fetchOrder('', symbol, { origClientOrderId: order.clientOrderId, ...byName }),
    ).toMatchObject({
      id: order.id,
    });
    expect((await client.fetchOpenOrders(symbol)).map(({ id }) => id)).toEqual([order.id]);

    expect(await client.cancelOrder(order.id, symbol)).toMatchObject({ id: order.id, status: 'canceled' });
    expect(await client.fetchOpenOrders(symbol)).toEqual([]);
    expect(await client.fetchBalance()).toMatchObject({ USD: before['USD'] });
    expect(await client.fetchOrders(symbol)).toMatchObject([{ id: order.id, status: 'canceled' }]);
  });

  it('fills a bid above the best ask, and tells where each part of the money went', async () => {
    const { client } = await trader(kind);
    const { ask } = await asReader.fetchTicker(symbol);
    const fee = await client.fetchTradingFee(symbol);
    expect(fee).toMatchObject({ maker: 0.001, taker: 0.002 });
    const order = await client.createOrder(symbol, 'limit', 'buy', 0.03, ask * 1.045);
    expect(order).toMatchObject({ status: 'closed', filled: 0.03, remaining: 0, average: ask });
    expect(order.filled + order.remaining).toBe(order.amount);
    const [trade] = await client.fetchMyTrades(symbol);
    expect(trade).toMatchObject({
      order: order.id,
      side: 'buy',
      takerOrMaker: 'taker',
      price: ask,
      amount: 0.03,
      fee: { currency: 'BTC', cost: 0.03 * 0.002 },
    });
    expect(order.trades.map(({ id }) => id)).toEqual([trade?.id]);
    expect((await client.fetchOrderTrades(order.id, symbol)).map(({ id }) => id)).toEqual([trade?.id]);
    const { USD, BTC } = await client.fetchBalance();
    expect(USD?.total).toBeCloseTo(10_000 - 0.03 * ask, 6);
    expect(BTC?.total).toBeCloseTo(0.03 - 0.03 * 0.002, 8);
  });

  it('takes market orders by amount and by cost, stops and post-only orders', async () => {
    const { client } = await trader(kind);
    const { bid, ask } = await asReader.fetchTicker(symbol);
    const byCost = await client.createMarketBuyOrderWithCost(symbol, 500);
    expect(byCost).toMatchObject({ status: 'closed', type: 'market', remaining: 0 });
    expect(byCost.cost).toBeLessThanOrEqual(500);
    expect(byCost.cost).toBeGreaterThan(499);
    const sold = await client.createOrder(symbol, 'market', 'sell', 0.005);
    expect(sold).toMatchObject({ status: 'closed', filled: 0.005, average: bid });

    const stop = await client.createOrder(symbol, 'limit', 'buy', 0.001, ask * 1.03, {
      triggerPrice: ask * 1.02,
    });
    expect(await client.fetchOrder(stop.id, symbol)).toMatchObject({
      status: 'open',
      type: 'limit',
      filled: 0,
    });
    const plainStop = await client.createOrder(symbol, 'market', 'sell', 0.001, undefined, {
      stopLossPrice: bid * 0.97,
    });
    expect(await client.fetchOrder(plainStop.id, symbol)).toMatchObject({ status: 'open', type: 'market' });
    const postOnly = await client.createOrder(symbol, 'limit', 'buy', 0.001, bid * 0.99, { postOnly: true });
    expect(await client.fetchOrder(postOnly.id, symbol)).toMatchObject({ status: 'open', postOnly: true });
    const { OrderImmediatelyFillable } = await errorsOfPackage();
    await expect(client.createOrder(symbol, 'limit', 'buy', 0.001, ask, { postOnly: true })).rejects.toThrow(
      OrderImmediatelyFillable,
    );
    expect(await client.cancelAllOrders(symbol)).toHaveLength(3);
    expect(await client.fetchOpenOrders(symbol)).toEqual([]);
  });
});

describe('refuses, in a way that the client understands,', () => {
  it('what the money is not there for', async () => {
    const { client } = await trader('hmac');
    const { InsufficientFunds } = await errorsOfPackage();
    await expect(client.createOrder(symbol, 'limit', 'buy', 1, price * 0.97)).rejects.toThrow(
      InsufficientFunds,
    );
    await expect(client.createOrder(symbol, 'market', 'sell', 1)).rejects.toThrow(InsufficientFunds);
    expect(await client.fetchOrders(symbol)).toEqual([]);
  });

  it('an order that is not there, also if it is somebody else’s', async () => {
    const [{ client }, other] = [await trader('hmac'), await trader('ed25519')];
    const { OrderNotFound } = await errorsOfPackage();
    const { id } = await other.client.createOrder(symbol, 'limit', 'buy', 0.01, price * 0.97);
    for (const each of [id, '987654321']) {
      await expect(client.fetchOrder(each, symbol)).rejects.toThrow(OrderNotFound);
      await expect(client.cancelOrder(each, symbol)).rejects.toThrow(OrderNotFound);
    }
    expect(await other.client.fetchOrder(id, symbol)).toMatchObject({ status: 'open' });
    await other.client.cancelOrder(id, symbol);
    await expect(other.client.cancelOrder(id, symbol)).rejects.toThrow(OrderNotFound);
  });

  it('a key that is none, that is another’s, and one without the scope', async () => {
    const { AuthenticationError } = await errorsOfPackage();
    const [hmac, reader] = [await trader('hmac'), await trader('ed25519', ['read'])];
    const wrong = [
      await connect({ apiKey: 'no-key', secret: 'no-secret' }),
      await connect({ apiKey: hmac.key.id, secret: 'no-secret' }),
      await connect({ apiKey: '00000000-0000-4000-8000-000000000000', secret: hmac.key.kept }),
    ];
    for (const client of wrong) await expect(client.fetchBalance()).rejects.toThrow(AuthenticationError);
    const order = [symbol, 'limit', 'buy', 0.001, price * 0.97] as const;
    // The client asks for its markets first.
    await expect(reader.client.createOrder(...order)).rejects.toThrow(AuthenticationError);
  });

  it('a symbol that there is not, and an amount below the least', async () => {
    const { client } = await trader('hmac');
    const { BadSymbol, InvalidOrder } = await errorsOfPackage();
    await expect(client.fetchTicker('NONE/USD')).rejects.toThrow(BadSymbol);
    await expect(client.createOrder(symbol, 'limit', 'buy', 0.00001, price)).rejects.toThrow(InvalidOrder);
  });
});

it('the example of docs/api.md runs as it stands', async () => {
  const docs = await readFile(join(root, 'docs/api.md'), 'utf8');
  const [, example = ''] = /```js\n(import ccxt [^`]*)```/.exec(docs) ?? [];
  const { key } = await trader('ed25519');
  // Where it finds the package.
  const file = join(packages, `docs-example-${process.pid}.mjs`);
  await writeFile(file, example);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { MERCURY_URL: siteOf(testApp), API_KEY: key.id, API_SECRET: key.kept },
    });
    expect(stdout).toMatch(/^bid [\d.]+ ask [\d.]+\norder \d+ open\n$/);
  } finally {
    await rm(file);
  }
});
