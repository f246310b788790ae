import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';

/** "BTC-USD": base and quote. */
export const marketSymbolSchema = z
  .string(key('invalid'))
  .check(z.regex(/^[A-Z0-9]{2,12}-[A-Z0-9]{2,12}$/, key('invalid')));

export const marketStates = ['open', 'post_only', 'cancel_only', 'halted'] as const;
export const orderSides = ['BUY', 'SELL'] as const;

/** Prices are of a whole unit of the base, in the quote. */
const marketShape = z.strictObject({
  market: marketSymbolSchema,
  base: assetCodeSchema,
  quote: assetCodeSchema,
  /** After a jump of the price, its own or that outside, an open market is post_only for a while; one with a currency that is switched off is cancel_only. */
  state: z.enum(marketStates),
  /** Steps of prices and of quantities. */
  tick: decimalSchema,
  lot: decimalSchema,
  quantityMin: decimalSchema,
  /** How far from the reference price an order may trade, in hundredths of a percent. */
  priceRangeBps: z.int(),
  /** Millionths of what is received. */
  makerFeePpm: z.int(),
  takerFeePpm: z.int(),
  lastPrice: z.nullable(decimalSchema),
  /** The house has orders in the book, on the terms of everybody. */
  houseQuotes: z.boolean(),
  /** Of the last event. */
  seq: z.int(),
});
export type Market = z.output<typeof marketShape>;

const params = z.strictObject({ market: marketSymbolSchema });
export const levelShape = z.strictObject({ price: decimalSchema, quantity: decimalSchema });

export const tradeShape = z.strictObject({
  market: marketSymbolSchema,
  seq: z.int(),
  price: decimalSchema,
  quantity: decimalSchema,
  /** Of the order that came. */
  takerSide: z.enum(orderSides),
  tradedAt: timeSchema,
});
export type MarketTrade = z.output<typeof tradeShape>;

/** How long each is, in milliseconds. */
export const candleIntervals = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
} as const;
export type CandleInterval = keyof typeof candleIntervals;

/** One of each length begins here, in UTC: a Monday, so weeks begin on Mondays. */
export const candlesBeginAt = '2024-01-01T00:00:00Z';

/** When the candle of this length began that a time belongs to; both in milliseconds. */
export function startOfCandle(timeMs: number, lengthMs: number): number {
  const beginMs = Date.parse(candlesBeginAt);
  return beginMs + Math.floor((timeMs - beginMs) / lengthMs) * lengthMs;
}

export const candleShape = z.strictObject({
  at: timeSchema,
  open: decimalSchema,
  high: decimalSchema,
  low: decimalSchema,
  close: decimalSchema,
  volume: decimalSchema,
  quoteVolume: decimalSchema,
});
export type Candle = z.output<typeof candleShape>;

const pageLimit = z.optional(
  z
    .string(key('invalid'))
    .check(
      z.refine(
        (text) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= limits.pageSizeMax,
        key('invalid'),
      ),
    ),
);

export const listMarkets = endpoint({
  method: 'GET',
  path: '/markets',
  tag: 'trade',
  summary: 'The markets where people trade with one another',
  caller: 'anyone',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), markets: z.array(marketShape) }),
  errors: [],
});

export const getMarket = endpoint({
  method: 'GET',
  path: '/markets/:market',
  tag: 'trade',
  summary: 'One market',
  caller: 'anyone',
  params,
  status: 200,
  reply: z.strictObject({ success: z.literal(true), market: marketShape }),
  errors: ['NotFound'],
});

export const getBook = endpoint({
  method: 'GET',
  path: '/markets/:market/book',
  tag: 'trade',
  summary: 'What is bid and asked, from the best price on',
  caller: 'anyone',
  params,
  query: z.strictObject({ levels: pageLimit }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    seq: z.int(),
    bids: z.array(levelShape),
    asks: z.array(levelShape),
  }),
  errors: ['NotFound'],
});

export const listTrades = endpoint({
  method: 'GET',
  path: '/markets/:market/trades',
  tag: 'trade',
  summary: 'Trades of a market, newest first',
  caller: 'anyone',
  params,
  query: z.strictObject({
    limit: pageLimit,
    /** `seq` of the last trade of the page before. */
    cursor: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, key('invalid')))),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    trades: z.array(tradeShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['NotFound'],
});

export const listCandles = endpoint({
  method: 'GET',
  path: '/markets/:market/candles',
  tag: 'trade',
  summary: 'Candles of a market, oldest first, without holes; the last one may still be running',
  caller: 'anyone',
  params,
  query: z.strictObject({
    // Object.keys forgets what it lists.
    interval: z.optional(z.enum(Object.keys(candleIntervals) as CandleInterval[], key('invalid'))),
    from: z.optional(z.iso.datetime(key('invalid'))),
    to: z.optional(z.iso.datetime(key('invalid'))),
  }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), candles: z.array(candleShape) }),
  errors: ['NotFound'],
});

/** A person's own part of a trade. */
const fillShape = z.strictObject({
  market: marketSymbolSchema,
  seq: z.int(),
  orderId: idSchema,
  side: z.enum(orderSides),
  isMaker: z.boolean(),
  price: decimalSchema,
  quantity: decimalSchema,
  /** In the currency that was received. */
  fee: decimalSchema,
  feeCurrency: assetCodeSchema,
  tradedAt: timeSchema,
});
export type Fill = z.output<typeof fillShape>;

export const listFills = endpoint({
  method: 'GET',
  path: '/fills',
  tag: 'trade',
  summary: "The person's own trades with others, newest first",
  caller: 'verified',
  keyScope: 'read',
  query: z.strictObject({
    market: z.optional(marketSymbolSchema),
    orderId: z.optional(idSchema),
    limit: pageLimit,
  }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), fills: z.array(fillShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const getTradingFees = endpoint({
  method: 'GET',
  path: '/trading-fees',
  tag: 'trade',
  summary: "What the person traded with others within 30 days, and how much of the markets' fees that leaves",
  caller: 'verified',
  keyScope: 'read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    /** Counted once an hour; of a new order the fees are fixed when it comes. */
    volumeUsd: decimalSchema,
    /** The last one that the volume reaches counts; below the first one the fees are whole. */
    tiers: z.array(
      z.strictObject({ volumeFromUsd: decimalSchema, makerPercent: z.int(), takerPercent: z.int() }),
    ),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});
