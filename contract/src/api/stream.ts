import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { candleShape, levelShape, marketStates, marketSymbolSchema, tradeShape } from './markets.ts';
import { aboutRequest, ownChannels, ownMessages, ownRequests } from './own-stream.ts';
import { key, decimalSchema } from './shapes.ts';

/** The WebSocket of the order books (RFC 6455): each message is one JSON text. */
export const streamPath = '/stream';

export const streamChannels = ['book', 'trades', 'ticker', 'candles'] as const;
export type StreamChannel = (typeof streamChannels)[number];

/** Why the server closes a stream, beside the codes of RFC 6455: 1001 at its shutdown, 1008 and 1009 for messages too many or too large. */
export const streamCloseCodes = {
  /** The session or key has ended, or the account was frozen or deleted. What is public goes on after connecting again. */
  signedOut: 4001,
  /** The client reads more slowly than there is news. It connects again and begins with a new snapshot. */
  tooSlow: 4008,
} as const;

const named = { channel: z.enum(streamChannels, key('invalid')), market: marketSymbolSchema };

const ofPublic = {
  subscribe: z.strictObject({ type: z.literal('subscribe'), ...named }),
  unsubscribe: z.strictObject({ type: z.literal('unsubscribe'), ...named }),
};
const { subscribeOwn, unsubscribeOwn, ...commands } = ownRequests;

/** What a client may send, by name. */
export const streamRequests = {
  ...ofPublic,
  ping: z.strictObject({ type: z.literal('ping'), ...aboutRequest }),
  ...ownRequests,
} as const;

export const streamRequest = z.discriminatedUnion('type', [
  z.discriminatedUnion('channel', [ofPublic.subscribe, subscribeOwn]),
  z.discriminatedUnion('channel', [ofPublic.unsubscribe, unsubscribeOwn]),
  streamRequests.ping,
  commands.authenticate,
  commands.place,
  commands.amend,
  commands.cancel,
  commands.cancelAll,
  commands.cancelAfter,
]);
export type StreamRequest = z.output<typeof streamRequest>;

const ofMarket = { market: marketSymbolSchema, seq: z.int() };

const bookContent = {
  ...ofMarket,
  bids: z.array(levelShape),
  asks: z.array(levelShape),
  /** CRC-32 of the ten best of both sides after this message, as docs/trading.md says it. */
  checksum: z.int(),
};

/** The best levels of both sides. One that comes again replaces what was before. */
const bookSnapshot = z.strictObject({
  type: z.literal('snapshot'),
  channel: z.literal('book'),
  ...bookContent,
});

/** Levels that changed after `fromSeq`, which is the `seq` of the message before; quantity 0 removes one. */
const bookUpdate = z.strictObject({
  type: z.literal('update'),
  channel: z.literal('book'),
  fromSeq: z.int(),
  ...bookContent,
});

const eitherType = z.enum(['snapshot', 'update']);

/** Oldest first. The snapshot has the last ones, each update those since. */
const streamTrades = z.strictObject({
  type: eitherType,
  channel: z.literal('trades'),
  ...ofMarket,
  trades: z.array(tradeShape),
});

/** All of it, each time. */
const streamTicker = z.strictObject({
  type: eitherType,
  channel: z.literal('ticker'),
  ...ofMarket,
  state: z.enum(marketStates),
  lastPrice: z.nullable(decimalSchema),
  bid: z.nullable(levelShape),
  ask: z.nullable(levelShape),
});

/** Of one minute, oldest first; the last one may still be running. Minutes without a trade have none. */
const streamCandles = z.strictObject({
  type: eitherType,
  channel: z.literal('candles'),
  ...ofMarket,
  candles: z.array(candleShape),
});

const news = {
  bookSnapshot,
  bookUpdate,
  trades: streamTrades,
  ticker: streamTicker,
  candles: streamCandles,
};
const streamNews = z.union([bookSnapshot, bookUpdate, streamTrades, streamTicker, streamCandles]);
export type StreamNews = z.output<typeof streamNews>;
export type BookSnapshot = z.output<typeof bookSnapshot>;
export type BookUpdate = z.output<typeof bookUpdate>;
export type StreamTrades = z.output<typeof streamTrades>;
export type StreamTicker = z.output<typeof streamTicker>;
export type StreamCandles = z.output<typeof streamCandles>;

/** What the server sends, by name. */
export const streamMessages = {
  ...news,
  unsubscribed: z.strictObject({ type: z.literal('unsubscribed'), ...named }),
  pong: z.strictObject({ type: z.literal('pong'), ...aboutRequest }),
  /** The stream goes on. What it was about is named if it could be read. */
  error: z.strictObject({
    type: z.literal('error'),
    error: z.enum(errorCodes),
    message: z.string(),
    ...aboutRequest,
    channel: z.optional(z.enum([...streamChannels, ...ownChannels])),
    market: z.optional(marketSymbolSchema),
    /** Of what is invalid, by its place in the request. */
    errors: z.optional(z.array(z.strictObject({ field: z.string(), message: z.string() }))),
    retryAfterSeconds: z.optional(z.int()),
  }),
  ...ownMessages,
} as const;

export const streamMessage = z.union(Object.values(streamMessages));
export type StreamMessage = z.output<typeof streamMessage>;
