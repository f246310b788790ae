import type { Database } from '../../db/database.ts';
import { findTradesWithin, readLevels, type TradeRange, type TradeRow } from '../orders/market-data.ts';
import { writePrice, writeQuantity, writeQuote, type MarketTerms } from '../orders/market-terms.ts';
import { intervals, showCandles } from './candles.ts';
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
import { showBests, showDays, showPrices, showTickers } from './tickers.ts';

type Definition = Pick<PublicRoute, 'prepare'> & Partial<Pick<PublicRoute, 'rateLimit'>>;

const get = (path: `/${string}`, definition: Definition): PublicRoute => ({
  method: 'GET',
  path,
  standsFor: undefined,
  rateLimit: () => 'market',
  ...definition,
});

const statuses = ['TRADING', 'HALT', 'BREAK'] as const;
const tradesByDefault = { byDefault: 500, max: 1000 };

export const marketRoutes: readonly PublicRoute[] = [
  get('/api/v3/ping', { prepare: () => async () => ({}) }),
  get('/api/v3/time', { prepare: () => async () => ({ serverTime: Date.now() }) }),
  get('/sapi/v1/system/status', { prepare: () => async () => ({ status: 0, msg: 'normal' }) }),
  get('/api/v3/exchangeInfo', { prepare: prepareExchangeInfo }),
  get('/api/v3/depth', { prepare: prepareDepth }),
  get('/api/v3/trades', {
    prepare(params) {
      const [symbol, limit] = [readSymbol(params), readLimit(params, tradesByDefault)];
      return ({ db }) => showTrades(db, symbol, { limit });
    },
  }),
  get('/api/v3/historicalTrades', {
    prepare(params) {
      const [symbol, limit] = [readSymbol(params), readLimit(params, tradesByDefault)];
      const fromSeq = readNumber(params, 'fromId');
      return ({ db }) => showTrades(db, symbol, { fromSeq, limit });
    },
  }),
  get('/api/v3/aggTrades', { prepare: prepareAggregates }),
  get('/api/v3/klines', {
    // Long ones read every minute that they are made of.
    rateLimit: () => 'candles',
    prepare: prepareCandles,
  }),
  // The day of every market is as many minutes as long candles are.
  ticker('24hr', showDays, (params) => (params.has('symbol') ? 'market' : 'candles')),
  ticker('price', showPrices),
  ticker('bookTicker', showBests),
];

function ticker(
  name: string,
  showEach: Parameters<typeof showTickers>[2],
  rateLimit: PublicRoute['rateLimit'] = () => 'market',
): PublicRoute {
  return get(`/api/v3/ticker/${name}`, {
    rateLimit,
    prepare(params) {
      const asked = { symbol: readOptionalSymbol(params), symbols: readSymbols(params) };
      return ({ db }) => showTickers(db, asked, showEach);
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
