import type { Database } from '../../db/database.ts';
import { findTradesWithin, readLevels, type TradeRange, type TradeRow } from '../orders/market-data.ts';
import { writePrice, writeQuantity, writeQuote, type MarketTerms } from '../orders/market-terms.ts';
import { intervals, showCandles, weightOfCandles } from './candles.ts';
import { showExchange } from './exchange-info.ts';
import {
  missing,
  readChoice,
  readFlag,
  readLimit,
  readNumber,
  readOptionalSymbol,
  readSymbol,
  readSymbols,
  readTimes,
  type Params,
} from './params.ts';
import { Refusal } from './refusals.ts';
import type { PublicRoute } from './route.ts';
import { requireTerms } from './symbols.ts';
import { presentBest, presentDay, presentPrice, showTickers, type PresentTicker } from './tickers.ts';

type Definition = Pick<PublicRoute, 'weight' | 'prepare'>;

const get = (path: `/${string}`, definition: Definition): PublicRoute => ({
  method: 'GET',
  path,
  standsFor: undefined,
  ...definition,
});

const statuses = ['TRADING', 'HALT', 'BREAK'] as const;
const tradesByDefault = { byDefault: 500, max: 1000 };

export const marketRoutes: readonly PublicRoute[] = [
  get('/api/v3/ping', { weight: 1, prepare: () => async () => ({}) }),
  get('/api/v3/time', { weight: 1, prepare: () => async () => ({ serverTime: Date.now() }) }),
  get('/sapi/v1/system/status', { weight: 1, prepare: () => async () => ({ status: 0, msg: 'normal' }) }),
  get('/api/v3/exchangeInfo', { weight: 8, prepare: prepareExchangeInfo }),
  get('/api/v3/depth', { weight: weightOfDepth, prepare: prepareDepth }),
  get('/api/v3/trades', {
    weight: 4,
    prepare(params) {
      const [symbol, limit] = [readSymbol(params), readLimit(params, tradesByDefault)];
      return ({ db }) => showTrades(db, symbol, { limit });
    },
  }),
  get('/api/v3/historicalTrades', {
    weight: 4,
    prepare(params) {
      const [symbol, limit] = [readSymbol(params), readLimit(params, tradesByDefault)];
      const fromSeq = readNumber(params, 'fromId');
      return ({ db }) => showTrades(db, symbol, { fromSeq, limit });
    },
  }),
  get('/api/v3/aggTrades', { weight: 2, prepare: prepareAggregates }),
  get('/api/v3/klines', {
    weight: (params) => weightOfCandles(intervals.find((each) => each === params.peek('interval'))),
    prepare: prepareCandles,
  }),
  ticker('24hr', { one: 1, all: 10 }, presentDay),
  ticker('price', { one: 1, all: 2 }, presentPrice),
  ticker('bookTicker', { one: 1, all: 2 }, presentBest),
];

function ticker(name: string, weight: { one: number; all: number }, present: PresentTicker): PublicRoute {
  return get(`/api/v3/ticker/${name}`, {
    weight: (params) => (params.has('symbol') ? weight.one : weight.all),
    prepare(params) {
      const asked = { symbol: readOptionalSymbol(params), symbols: readSymbols(params) };
      return ({ db }) => showTickers(db, asked, present);
    },
  });
}

function prepareExchangeInfo(params: Params): ReturnType<PublicRoute['prepare']> {
  const symbol = readOptionalSymbol(params);
  const symbols = symbol === undefined ? readSymbols(params) : [symbol];
  const status = readChoice(params, 'symbolStatus', { choices: statuses });
  const permission = params.optional('permissions', /^[\w"[\],]{1,200}$/);
  readFlag(params, 'showPermissionSets');
  const isOther = permission !== undefined && !/\bSPOT\b/.test(permission);
  return (services) => showExchange(services, { symbols: isOther ? [] : symbols, status });
}

function weightOfDepth(params: Params): number {
  const limit = Number(params.peek('limit') ?? 100);
  if (limit <= 100) return 2;
  return limit <= 500 ? 10 : 20;
}

function prepareDepth(params: Params): ReturnType<PublicRoute['prepare']> {
  const symbol = readSymbol(params);
  const depth = readLimit(params, { byDefault: 100, max: 1000 });
  return async ({ db }) => {
    const { seq, bids, asks } = await readLevels(db, await requireTerms(db, symbol), depth);
    const pair = ({ price, quantity }: { price: string; quantity: string }) => [price, quantity];
    return { lastUpdateId: seq, bids: bids.map(pair), asks: asks.map(pair) };
  };
}

async function showTrades(db: Database, symbol: string, range: TradeRange) {
  const market = await requireTerms(db, symbol);
  return (await findTradesWithin(db, market.symbol, range)).map((row) => presentTrade(market, row));
}

function presentTrade(market: MarketTerms, row: TradeRow) {
  return {
    id: Number(row.seq),
    price: writePrice(market, Number(row.price)),
    qty: writeQuantity(market, Number(row.quantity)),
    quoteQty: writeQuote(market, row.price * row.quantity * market.units.quoteUnitsPerTickLot),
    time: row.created_at.getTime(),
    isBuyerMaker: row.taker_side === 'SELL',
    isBestMatch: true,
  };
}

/** Each trade stands for itself. */
function prepareAggregates(params: Params): ReturnType<PublicRoute['prepare']> {
  const symbol = readSymbol(params);
  const range = {
    fromSeq: readNumber(params, 'fromId'),
    ...readTimes(params),
    limit: readLimit(params, tradesByDefault),
  };
  return async ({ db }) => {
    const trades = await showTrades(db, symbol, range);
    return trades.map(({ id, price, qty, time, isBuyerMaker }) => ({
      a: id,
      p: price,
      q: qty,
      f: id,
      l: id,
      T: time,
      m: isBuyerMaker,
      M: true,
    }));
  };
}

function prepareCandles(params: Params): ReturnType<PublicRoute['prepare']> {
  const symbol = readSymbol(params);
  const refusal = new Refusal(-1120, 'Invalid interval.');
  const interval = readChoice(params, 'interval', { choices: intervals, refusal });
  if (interval === undefined) throw missing('interval');
  const asked = { symbol, interval, ...readTimes(params), limit: readLimit(params, tradesByDefault) };
  return ({ db }) => showCandles(db, asked);
}
