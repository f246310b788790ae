import * as z from 'zod/mini';
import { marketStates } from '../api/markets.ts';
import {
  assetCodeSchema,
  decimalSchema,
  idSchema,
  key,
  labelSchema,
  signedDecimalSchema,
  timeSchema,
} from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';
import { proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';
import { payoutReferenceSchema } from './withdrawals.ts';

const readingErrors = ['Unauthenticated', 'PermissionMissing'] as const;
const actErrors = [...readingErrors, 'ProofRequired'] as const;
const done = z.strictObject({ success: z.literal(true) });

/** A market price, the operator's own, the dollar's, or none that may be traded at. */
export const priceSources = ['live', 'pretend', 'operator', 'par', 'none'] as const;
/** Jumped and stale ones are not traded at; missing: there is none. */
export const priceStates = ['ok', 'stale', 'jumped', 'missing'] as const;

const haltShape = z.nullable(z.strictObject({ since: timeSchema, by: z.string() }));

const tradingPriceShape = z.strictObject({
  currency: assetCodeSchema,
  /** US dollars for one whole unit. */
  usd: z.nullable(decimalSchema),
  /** When it was said; null where it has no age. */
  asOf: z.nullable(timeSchema),
  source: z.enum(priceSources),
  state: z.enum(priceStates),
  /** Where it jumped to, and waits to be trusted. */
  jumpedTo: z.nullable(z.strictObject({ usd: decimalSchema, since: timeSchema })),
  /** Of an offer for US dollars now, in hundredths of a percent. */
  spreadBps: z.nullable(z.int()),
  /** Of this currency alone. */
  halt: haltShape,
});
export type TradingPrice = z.output<typeof tradingPriceShape>;

const tradingMarketShape = z.strictObject({
  market: z.string(),
  quote: assetCodeSchema,
  /** As it was set. */
  state: z.enum(marketStates),
  /** What is in force: a halt, a jumped price or a switched-off currency comes on top. */
  inForce: z.enum(marketStates),
  lastPrice: z.nullable(decimalSchema),
  /** The house's own orders. */
  houseQuotes: z.strictObject({ isOn: z.boolean(), bids: z.int(), asks: z.int() }),
});
export type TradingMarket = z.output<typeof tradingMarketShape>;

const exposureShape = z.strictObject({
  currency: assetCodeSchema,
  /** What the house has through exchanges; below zero it owes. */
  position: signedDecimalSchema,
  /** Of its size; null without a price. */
  usdValue: z.nullable(decimalSchema),
  /** In percent of the limit; null without a price, and where the operator's own coin is owed: that has no limit. */
  share: z.nullable(z.int()),
  /** If all open orders of the house traded that make it larger. */
  shareWithOrders: z.nullable(z.int()),
});
export type Exposure = z.output<typeof exposureShape>;

const termsShape = z.strictObject({
  feeBps: z.int(),
  spreadBps: z.int(),
  orderUsdMax: decimalSchema,
  dayUsdMax: decimalSchema,
  exposureUsdMax: decimalSchema,
  priceJumpBps: z.int(),
});
export type TradingTerms = z.output<typeof termsShape>;

export const getTrading = consoleEndpoint({
  method: 'GET',
  path: '/trading',
  summary:
    'Prices with their age and source, halts, markets with their states, what the house has or owes, and the terms that it trades on',
  caller: 'trading.read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    /** Of all trading. */
    halt: haltShape,
    prices: z.array(tradingPriceShape),
    markets: z.array(tradingMarketShape),
    exposure: z.array(exposureShape),
    terms: termsShape,
  }),
  errors: readingErrors,
});

const haltingCall = {
  method: 'POST',
  caller: 'trading.halt',
  needsProof: true,
  body: z.strictObject({
    /** Null: all trading. */
    currency: z.nullable(assetCodeSchema),
    reason: whySchema,
  }),
  status: 200,
  reply: done,
  errors: [...actErrors, 'NothingToChange'],
} as const;

export const haltTrading = consoleEndpoint({
  ...haltingCall,
  path: '/trading/halts',
  summary: 'No offers, recurring buys and orders of a currency, or none at all, from now on',
});

export const resumeTrading = consoleEndpoint({
  ...haltingCall,
  path: '/trading/resumptions',
  summary: 'Ends a halt; markets are again in the state that they were given',
});

export const trustPrice = consoleEndpoint({
  method: 'POST',
  path: '/trading/prices/:currency/trust',
  summary: 'The price that it jumped to is right: it is traded at again',
  caller: 'trading.halt',
  needsProof: true,
  params: z.strictObject({ currency: assetCodeSchema }),
  body: z.strictObject({
    /** The one that was looked at. */
    usd: decimalSchema,
    reason: whySchema,
  }),
  status: 200,
  reply: done,
  errors: [...actErrors, 'PriceNotWaiting'],
});

export const setMarketState = consoleEndpoint({
  method: 'POST',
  path: '/trading/markets/:market/state',
  summary: 'What an order book takes from now on',
  caller: 'trading.halt',
  needsProof: true,
  params: z.strictObject({ market: z.string().check(z.maxLength(limits.searchLengthMax, key('invalid'))) }),
  body: z.strictObject({ state: z.enum(marketStates, key('invalid')), reason: whySchema }),
  status: 200,
  reply: done,
  errors: [...actErrors, 'NotFound', 'NothingToChange'],
});

/** A trade of the house at another venue: what it gave there, and what it got, after the venue's fees. */
export const outsideTradeSchema = z.strictObject({
  givenAmount: decimalSchema,
  givenCurrency: assetCodeSchema,
  receivedAmount: decimalSchema,
  receivedCurrency: assetCodeSchema,
  venue: labelSchema.check(z.maxLength(limits.venueLengthMax, key('tooLong'))),
  /** As the venue calls it: booked once. */
  reference: payoutReferenceSchema,
  tradedAt: timeSchema,
});
export type OutsideTradeInput = z.output<typeof outsideTradeSchema>;

const outsideTradeShape = z.strictObject({
  id: idSchema,
  transferId: idSchema,
  venue: z.string(),
  reference: z.string(),
  givenAmount: decimalSchema,
  givenCurrency: assetCodeSchema,
  receivedAmount: decimalSchema,
  receivedCurrency: assetCodeSchema,
  tradedAt: timeSchema,
  bookedAt: timeSchema,
  bookedBy: z.string(),
  /** A correction undid it. */
  isReversed: z.boolean(),
});
export type OutsideTrade = z.output<typeof outsideTradeShape>;

export const listOutsideTrades = consoleEndpoint({
  method: 'GET',
  path: '/trading/outside-trades',
  summary: 'What the house traded at other venues, as it was booked: newest first, fifty at a time',
  caller: 'trading.read',
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    trades: z.array(outsideTradeShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: readingErrors,
});

export const proposeOutsideTrade = consoleEndpoint({
  method: 'POST',
  path: '/trading/outside-trades',
  summary: 'Proposes to book what the house traded at another venue, so that its position follows',
  caller: 'trading.hedge',
  needsProof: true,
  body: z.strictObject({ ...outsideTradeSchema.def.shape, reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'AmountNotPositive', 'AmountOutOfRange', 'OutsideTradeBooked'],
});
