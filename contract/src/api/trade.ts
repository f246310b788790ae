import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';
import { moneyReply } from './wallets.ts';

/**
 * As the person meant it, also in history. BUY: a coin for US dollars or another coin. SELL: a coin for either. EXCHANGE: one
 * coin for another.
 */
export const tradeTypes = ['BUY', 'SELL', 'EXCHANGE'] as const;
export type TradeType = (typeof tradeTypes)[number];

/** operator: the product's own coin. par: a dollar is a dollar. live and pretend: as in the market. */
export const tradePriceSources = ['operator', 'par', 'live', 'pretend'] as const;
export type TradePriceSource = (typeof tradePriceSources)[number];

/** One whole unit of `base` costs `value` of `quote`, with the spread, without the fee. */
export const rateShape = z.strictObject({
  base: assetCodeSchema,
  quote: assetCodeSchema,
  value: decimalSchema,
});
export type Rate = z.output<typeof rateShape>;

/** Exactly this happens if the person accepts in time. */
export const quoteShape = z.strictObject({
  id: idSchema,
  type: z.enum(tradeTypes),
  fromCurrency: assetCodeSchema,
  /** Leaves the person's balance, fee included. */
  fromAmount: decimalSchema,
  /** In fromCurrency, part of fromAmount. */
  fee: decimalSchema,
  toCurrency: assetCodeSchema,
  /** The amount that arrives. */
  toAmount: decimalSchema,
  rate: rateShape,
  /** In hundredths of a percent, within the rate. */
  spreadBps: z.int(),
  /** Worth of fromAmount in US dollars. */
  usdValue: decimalSchema,
  /** Before the spread. */
  prices: z.array(
    z.strictObject({
      currency: assetCodeSchema,
      usd: decimalSchema,
      source: z.enum(tradePriceSources),
      /** When the source published it. */
      asOf: timeSchema,
    }),
  ),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Quote = z.output<typeof quoteShape>;

/** One of the two: what is given, with the fee, or what is received. */
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
    // Dollars pay or are received; nobody buys, sells or exchanges them.
    z.refine(({ type, toCurrency }) => type === 'SELL' || toCurrency !== 'USD', {
      error: key('invalid'),
      path: ['toCurrency'],
    }),
    z.refine(({ type, fromCurrency }) => type === 'BUY' || fromCurrency !== 'USD', {
      error: key('invalid'),
      path: ['fromCurrency'],
    }),
  );

const priceErrors = ['PriceMissing', 'PriceStale', 'PriceJumped'] as const;

export const createQuote = endpoint({
  method: 'POST',
  path: '/quotes',
  tag: 'trade',
  summary: 'A firm offer to exchange one currency for another, good for some seconds',
  caller: 'verified',
  keyScope: 'trade',
  body: quoteBody,
  status: 201,
  reply: z.strictObject({ success: z.literal(true), quote: quoteShape }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'AssetNotTraded',
    'TradingHalted',
    'TradeLimitReached',
    'LevelLimitReached',
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
  keyScope: 'trade',
  isIdempotent: true,
  params: z.strictObject({ id: idSchema }),
  /** As the person confirmed it: the server refuses an offer that differs. */
  body: z.strictObject({ fromAmount: decimalSchema, toAmount: decimalSchema }),
  status: 200,
  /** Of the currency that arrived. */
  reply: moneyReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'QuoteNotFound',
    'QuoteExpired',
    'QuoteUsed',
    'QuoteChanged',
    'QuoteMoved',
    'TradingHalted',
    'InsufficientBalance',
    'TradeLimitReached',
    'LevelLimitReached',
    'ExposureLimitReached',
    'IdempotencyKeyReused',
  ],
});
