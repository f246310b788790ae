import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';
import { moneyReply } from './wallets.ts';

/**
 * What the person means to do; history says the same word. BUY: a coin, with US dollars or another coin. SELL: a coin, for
 * US dollars or another coin. EXCHANGE: one coin for another.
 */
export const tradeTypes = ['BUY', 'SELL', 'EXCHANGE'] as const;
export type TradeType = (typeof tradeTypes)[number];

/**
 * Who says what a currency costs. operator: of the product's own coin. par: a US dollar is a US dollar. live and pretend: as
 * in the market.
 */
export const tradePriceSources = ['operator', 'par', 'live', 'pretend'] as const;
export type TradePriceSource = (typeof tradePriceSources)[number];

/** One whole unit of `base` costs `value` of `quote`, spread included, fee not. */
export const rateShape = z.strictObject({
  base: assetCodeSchema,
  quote: assetCodeSchema,
  value: decimalSchema,
});
export type Rate = z.output<typeof rateShape>;

/** A firm offer: until it expires exactly this happens, if the person says so. */
export const quoteShape = z.strictObject({
  id: idSchema,
  type: z.enum(tradeTypes),
  fromCurrency: assetCodeSchema,
  /** What leaves the person's balance, fee and all. */
  fromAmount: decimalSchema,
  /** Of fromCurrency, within fromAmount. */
  fee: decimalSchema,
  toCurrency: assetCodeSchema,
  /** What arrives. */
  toAmount: decimalSchema,
  rate: rateShape,
  /** How much less than its worth is given, in hundredths of a percent: within the rate. */
  spreadBps: z.int(),
  /** What fromAmount is worth in US dollars. */
  usdValue: decimalSchema,
  /** What the offer was made of: the prices of both currencies before the spread. */
  prices: z.array(
    z.strictObject({
      currency: assetCodeSchema,
      usd: decimalSchema,
      source: z.enum(tradePriceSources),
      /** When the source said so. */
      asOf: timeSchema,
    }),
  ),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Quote = z.output<typeof quoteShape>;

/** Exactly one of the two amounts: what is given away, fee and all, or what is to arrive. */
export const quoteBody = z
  .strictObject({
    type: z.enum(tradeTypes, key('invalid')),
    fromCurrency: assetCodeSchema,
    toCurrency: assetCodeSchema,
    fromAmount: z.optional(decimalSchema),
    toAmount: z.optional(decimalSchema),
  })
  .check(
    z.refine(({ fromAmount, toAmount }) => (fromAmount === undefined) !== (toAmount === undefined), {
      error: key('required'),
      path: ['fromAmount'],
    }),
    z.refine(({ fromCurrency, toCurrency }) => fromCurrency !== toCurrency, {
      error: key('invalid'),
      path: ['toCurrency'],
    }),
    // A dollar is what one pays with or is paid in, never what is bought, sold or exchanged.
    z.refine(({ type, toCurrency }) => type === 'SELL' || toCurrency !== 'USD', {
      error: key('invalid'),
      path: ['toCurrency'],
    }),
    z.refine(({ type, fromCurrency }) => type === 'BUY' || fromCurrency !== 'USD', {
      error: key('invalid'),
      path: ['fromCurrency'],
    }),
  );

/** Why no offer is made just now: each says what stopped it. */
const priceErrors = ['PriceMissing', 'PriceStale', 'PriceJumped'] as const;

export const createQuote = endpoint({
  method: 'POST',
  path: '/quotes',
  tag: 'trade',
  summary: 'A firm offer to exchange one currency for another, good for some seconds',
  caller: 'verified',
  body: quoteBody,
  status: 201,
  reply: z.strictObject({ success: z.literal(true), quote: quoteShape }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'TradeLimitReached',
    'ExposureLimitReached',
    ...priceErrors,
  ],
});

export const acceptQuote = endpoint({
  method: 'POST',
  path: '/quotes/:id/accept',
  tag: 'trade',
  summary: 'Takes a firm offer: both balances move at once, at exactly what it said',
  caller: 'verified',
  isIdempotent: true,
  params: z.strictObject({ id: idSchema }),
  /** What the person saw and confirmed; an offer that says anything else is refused. */
  body: z.strictObject({ fromAmount: decimalSchema, toAmount: decimalSchema }),
  status: 200,
  /** The wallet is that of the currency which arrived. */
  reply: moneyReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'QuoteNotFound',
    'QuoteExpired',
    'QuoteUsed',
    'QuoteChanged',
    'QuoteMoved',
    'InsufficientBalance',
    'TradeLimitReached',
    'ExposureLimitReached',
    'IdempotencyKeyReused',
  ],
});
